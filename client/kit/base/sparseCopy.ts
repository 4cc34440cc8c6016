/** Bytes of a block: a page of memory on most systems. */
const BLOCK = 4096

/**
 * Returns an equal copy of the bytes. Blocks of zeros are not written, and systems give no memory to pages that were never
 * written: the mask of a small thing in a large photo takes the memory of the thing's own rows.
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
