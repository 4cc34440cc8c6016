/** Converts `#rgb` or `#rrggbb` to straight, sRGB-encoded channels 0..1, the form that shaders take. */
export function rgbOf(hex: string): [number, number, number] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const number = Number.parseInt(digits.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}
