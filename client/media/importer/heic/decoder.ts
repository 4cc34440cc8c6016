/** Any way to read a HEIC file. The next decoder of the chain is tried when one rejects. */
export interface HeicDecoder {
  readonly name: string
  /** The upright picture, as a file every browser reads or already decoded. Rejects when it cannot, or on abort. */
  decode(blob: Blob, signal: AbortSignal): Promise<Blob | ImageBitmap>
}
