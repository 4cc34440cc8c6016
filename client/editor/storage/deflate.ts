/** The browser's own deflate, off the main thread. */

export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Null unless the bytes are sound and hold exactly `length` bytes: no more than that is ever inflated. */
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
    return null // no deflated data, or cut short
  }
}
