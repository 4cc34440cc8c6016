/** Compresses bytes with the browser's own raw deflate (RFC 1951), off the main thread. */

/** Returns the bytes as a raw DEFLATE stream (RFC 1951), compressed off the main thread. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Decompresses raw deflate data. Returns null unless the data is valid and has exactly `length` bytes; more than that
 * is never decompressed.
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const out = new Uint8Array(length)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let filled = 0
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
    }
  } catch {
    return null // no deflate data, or truncated
  }
}
