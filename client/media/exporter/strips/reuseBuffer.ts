/**
 * Returns a view of the first `bytes` bytes of `memory`, or of a new buffer, 25 % larger, when `memory` is too small.
 */
export const reuseBuffer = (bytes: number, memory: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(memory.byteLength < bytes ? new ArrayBuffer(bytes + (bytes >> 2)) : memory, 0, bytes)
