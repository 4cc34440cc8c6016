/** Strips differ; a quarter more, and the next one fits as well. */
export const roomFor = (bytes: number, memory: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(memory.byteLength < bytes ? new ArrayBuffer(bytes + (bytes >> 2)) : memory, 0, bytes)
