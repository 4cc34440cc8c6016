/** The unpacked bytes of a zlib stream, in pieces of any size. */
export interface Inflated {
  /** Fills all of it; throws where the stream is damaged or ends before. */
  fill(target: Uint8Array): Promise<void>
  end(): Promise<void>
}

export function inflated(packed: readonly Uint8Array<ArrayBuffer>[]): Inflated {
  const reader = new Blob([...packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
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
    end: () => reader.cancel().catch(() => undefined), // what comes behind the last pixel is nobody's business
  }
}
