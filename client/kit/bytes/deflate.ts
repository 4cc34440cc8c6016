/**
 * Compresses bytes with the browser's raw deflate (RFC 1951) or zlib (`deflate`, RFC 1950). The browser compresses on
 * the calling thread and blocks that thread. The bytes are therefore compressed in slices, so that the thread can
 * handle events in between.
 */
import { yieldToMessages } from '../async/scheduling.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Format = 'deflate-raw' | 'deflate'

/** Number of bytes that are compressed or decompressed at a time. Each slice takes 1 to 3 ms. */
const SLICE = 2 ** 18

/** Resolves with the compressed bytes. They don't depend on `SLICE`. */
export async function deflate(bytes: Bytes, format: Format): Promise<Bytes> {
  const { readable, writable } = new CompressionStream(format)
  const [, compressed] = await Promise.all([writeSlices(writable, bytes), new Response(readable).arrayBuffer()])
  return new Uint8Array(compressed)
}

async function writeSlices(writable: WritableStream<BufferSource>, bytes: Bytes): Promise<void> {
  const writer = writable.getWriter()
  for (let start = 0; start < bytes.length; start += SLICE) {
    await writer.write(bytes.subarray(start, start + SLICE))
    await yieldToMessages()
  }
  await writer.close()
}

/**
 * Decompresses up to `limit` bytes. The limit exists because a few bytes may decompress to gigabytes. @throws Error for
 * invalid or truncated data, and for more than `limit` bytes
 */
export async function inflate(bytes: Bytes, limit: number, format: Format): Promise<Bytes> {
  const out = new Uint8Array(limit)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  let [filled, rested] = [0, 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return filled === limit ? out : out.slice(0, filled)
    if (filled + value.length > limit) {
      await reader.cancel()
      throw new Error(`the decompressed data has more than ${limit} bytes`)
    }
    out.set(value, filled)
    filled += value.length
    if (filled - rested < SLICE) continue
    rested = filled
    await yieldToMessages()
  }
}

/** Decompresses raw deflate data. Returns null unless the data is valid and has exactly `length` bytes. */
export const inflateExactly = (bytes: Bytes, length: number): Promise<Bytes | null> =>
  inflate(bytes, length, 'deflate-raw').then(
    (out) => (out.length === length ? out : null),
    () => null,
  )
