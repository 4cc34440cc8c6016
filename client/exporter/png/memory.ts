/**
 * Give a buffer's memory back now rather than at some later collection; nobody may use it afterwards. An export passes
 * through several times its own size in buffers.
 */
export function release(buffer: ArrayBuffer & { transfer?(length: number): ArrayBuffer }) {
  buffer.transfer?.(0) // ES2024; where it is missing, the collector does it
}
