/** Returns bytes in Base64, in a page. Converts them in parts, because a call takes a limited number of arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}
