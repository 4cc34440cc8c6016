/** A decoder of HEIC files. When it rejects, the next decoder is tried. */
export interface HeicDecoder {
  readonly name: string
  /**
   * Resolves with the upright picture: a JPEG or PNG blob, or a bitmap. Rejects when it cannot read the file, or on
   * abort.
   */
  decode(blob: Blob, signal: AbortSignal): Promise<Blob | ImageBitmap>
}
