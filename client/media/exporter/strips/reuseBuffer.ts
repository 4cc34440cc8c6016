/** `bytes` bytes of `memory`, or of a new buffer with a quarter to spare where `memory` is too small. */
export const reuseBuffer = (bytes: number, memory: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(memory.byteLength < bytes ? new ArrayBuffer(bytes + (bytes >> 2)) : memory, 0, bytes)
