/** A decoder of HEIC files. When it rejects, the next decoder is tried. */
export interface HeicDecoder {
  readonly name: string
  /** The upright picture: a JPEG or PNG, or already decoded. Rejects for files that it cannot read, and on abort. */
  decode(blob: Blob, signal: AbortSignal): Promise<Blob | ImageBitmap>
}
