/** Returns the byte arrays joined into a new one. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Bytes of a block: a page of memory on most systems. */
const BLOCK = 4096

/**
 * Returns an equal copy of the bytes. Blocks of zeros are not written, and operating systems allocate no memory for
 * unwritten pages. So the mask of a small object in a large photo takes memory for the rows of that object only.
 */
export function sparseCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, bytes.length)
    if (!isZero(view, start, end)) copy.set(bytes.subarray(start, end), start)
  }
  return copy
}

/** Returns true when all bytes in [start, end) are 0. Reads four bytes at a time. */
function isZero(bytes: DataView, start: number, end: number): boolean {
  let at = start
  while (at + 4 <= end && bytes.getUint32(at) === 0) at += 4
  while (at < end && bytes.getUint8(at) === 0) at++
  return at === end
}
