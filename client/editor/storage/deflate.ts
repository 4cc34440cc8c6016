/**
 * Compresses bytes with the browser's raw deflate (RFC 1951). The browser compresses on the calling thread, which
 * blocks the thread. The bytes are therefore passed in slices, so that the thread handles events in between.
 */
import { yieldToMessages } from '#client/kit/base/scheduling.ts'

/** Number of bytes that are compressed or decompressed at a time, in 1 to 3 ms. */
const SLICE = 2 ** 18

/** Returns the bytes as a raw DEFLATE stream (RFC 1951). The result is the same for every slice size. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const [, compressed] = await Promise.all([writeSlices(writable, bytes), new Response(readable).arrayBuffer()])
  return new Uint8Array(compressed)
}

async function writeSlices(writable: WritableStream<BufferSource>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = writable.getWriter()
  for (let start = 0; start < bytes.length; start += SLICE) {
    await writer.write(bytes.subarray(start, start + SLICE))
    await yieldToMessages()
  }
  await writer.close()
}

/**
 * Decompresses raw deflate data. Returns null unless the data is valid and has exactly `length` bytes. Never
 * decompresses more than `length` bytes.
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const out = new Uint8Array(length)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let [filled, rested] = [0, 0]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return filled === length ? out : null
      if (filled + value.length > length) {
        await reader.cancel()
        return null
      }
      out.set(value, filled)
      filled += value.length
      if (filled - rested < SLICE) continue
      rested = filled
      await yieldToMessages()
    }
  } catch {
    return null // invalid or truncated deflate data
  }
}
