/**
 * A PNG is encoded in strips: each becomes one IDAT chunk. A strip depends on nothing but the row above it, so several
 * workers encode strips at the same time, and the chunks are joined in order.
 */
export interface PngStrip {
  /** Px. */
  width: number
  rows: number
  /** RGBA, straight alpha, row-major. */
  rgba: Uint8Array
  /** The RGBA row above; `null` at the top of the picture. */
  above: Uint8Array | null
  /** True: all alpha bytes are 255, and the file gets no alpha channel. */
  opaque: boolean
}

/** The encoder's result for one `PngStrip`. */
export interface EncodedPngStrip {
  /** A whole IDAT chunk, at the beginning of the buffer that was lent for it. */
  chunk: Uint8Array<ArrayBuffer>
  /** Adler-32 of the filtered rows (RFC 1950). */
  adler: number
  /** Bytes of the filtered rows. */
  length: number
}

/** `memory` is reused for the chunk; where it is too small, a larger buffer is allocated. */
export type EncodePngStrip = (strip: PngStrip, memory: ArrayBuffer) => EncodedPngStrip
