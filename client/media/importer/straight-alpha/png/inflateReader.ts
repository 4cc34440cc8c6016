/** Reads the inflated bytes of a zlib stream in pieces of any size. */
export interface InflateReader {
  /** Fills all of `target`. @throws when the stream is damaged or ends too early */
  fill(target: Uint8Array): Promise<void>
  end(): Promise<void>
}

/**
 * Creates a reader of the zlib stream (RFC 1950) that consists of the pieces of `compressed`. Its `fill` rejects when
 * the stream is damaged or ends before the target is full.
 */
export function createInflateReader(compressed: Iterable<Uint8Array<ArrayBuffer>>): InflateReader {
  const pieces = compressed[Symbol.iterator]()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader()
  let piece: Uint8Array = new Uint8Array(0)
  return {
    async fill(target) {
      for (let at = 0; at < target.length; ) {
        if (piece.length === 0) {
          const { done, value } = await reader.read()
          if (done) throw new Error('the pixels end too soon')
          piece = value
        }
        const taken = piece.subarray(0, target.length - at)
        target.set(taken, at)
        piece = piece.subarray(taken.length)
        at += taken.length
      }
    },
    end: () => reader.cancel().catch(() => undefined), // bytes after the last pixel are ignored
  }
}
