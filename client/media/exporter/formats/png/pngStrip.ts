/**
 * One strip of a PNG → one IDAT chunk. A strip knows nothing of the others but the row above it, so strips are encoded
 * at the same time on several threads and joined in order.
 */
export interface Strip {
  width: number
  rows: number
  /** RGBA, straight alpha, row-major. */
  rgba: Uint8Array
  /** The RGBA row above, `null` at the top of the picture. */
  above: Uint8Array | null
  /** True: the alpha bytes are all 255 and are left out. */
  opaque: boolean
}

export interface EncodedStrip {
  /** A whole IDAT chunk: the first bytes of `memory`. */
  chunk: Uint8Array<ArrayBuffer>
  /** Of the filtered rows. */
  adler: number
  /** Of the filtered rows, bytes. */
  length: number
}

/** `memory` is where the chunk goes; when it is too small, a larger one is made. */
export type EncodeStrip = (strip: Strip, memory: ArrayBuffer) => EncodedStrip
