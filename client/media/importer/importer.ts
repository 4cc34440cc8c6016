/** The options and the result of an import. */
import type { Size } from '#client/kit/base/geometry.ts'
import type { ImageType, PlainType } from '../file/sniff.ts'
import type { HeicMeta } from './heic/heicMeta.ts'

/** The reason why an import failed. */
export type ImportError =
  /** Neither the MIME type nor the extension is supported. */
  | 'unsupported-type'
  /** The user declined the conversion of the HEIC file. */
  | 'heic-declined'
  /** No decoder reads the HEIC file. */
  | 'heic-failed'
  /** The file is damaged, incomplete or of another type than it claims. */
  | 'decode-failed'
  /** More bytes or pixels than `ImportLimits` permits. */
  | 'too-large'
  /** The signal was aborted. */
  | 'aborted'

/** The largest file and picture that an import accepts. */
export interface ImportLimits {
  maxPixels: number
  /** Length of the longer side, px. */
  maxSide: number
  maxBytes: number
}

/**
 * The limits of a photo. 50 MP includes the 48 and 50 MP modes of phones (8064 × 6048, 8160 × 6120). Photos are painted
 * in strips and windows, so the GPU sets no limit on a side, but every browser limits bitmaps.
 */
export const PHOTO_LIMITS: ImportLimits = { maxPixels: 50_000_000, maxSide: 32_767, maxBytes: 256 * 2 ** 20 }

/** Returns true when a picture of this size (px) has too many pixels or a side that is too long. */
export const exceeds = ({ width, height }: Size, { maxPixels, maxSide }: ImportLimits): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels

/** Limits, abort signal and callbacks of one import. */
export interface ImportOptions {
  limits: ImportLimits
  signal: AbortSignal
  /** Asks the user, once per HEIC file. With false the import fails with 'heic-declined'. */
  consentToConvert(): Promise<boolean>
  /** True: the picture keeps colours outside sRGB, in Display P3. Absent = the picture is converted to sRGB. */
  keepsWideGamut?: boolean
  onStage?(stage: 'converting' | 'decoding'): void
  /** HEIC decoders in order of preference. Absent = the browser's own, then the sandboxed libraries. */
  heicDecoders?: readonly HeicDecoder[]
}

/** A decoder of HEIC files. When it rejects, the next decoder is tried. */
export interface HeicDecoder {
  readonly name: string
  /**
   * Resolves with the upright picture: a JPEG or PNG blob, or a bitmap. Rejects when it cannot read the file, or on
   * abort. `meta`: the file's metadata; null when it is damaged.
   */
  decode(blob: Blob, signal: AbortSignal, meta: HeicMeta | null): Promise<Blob | ImageBitmap>
}

/** A whole file of a format that every browser decodes. */
export interface PlainFile {
  type: PlainType
  bytes: Uint8Array<ArrayBuffer>
  /** The same bytes, of the format's MIME type. */
  blob: Blob
}

/** The decoded pixels of an import. */
export interface DecodedPicture extends Size {
  /** Upright, straight alpha, in `colorSpace`. Upload it to textures as 'no-premultiply-alpha'. */
  bitmap: ImageBitmap
  /** False when every pixel is known to be opaque. */
  hasAlpha: boolean
  /** Absent = sRGB. */
  colorSpace?: 'display-p3'
  /** The decoded file: the imported file, or the picture converted from a HEIC. May contain metadata of the photo. */
  blob: Blob
}

/** The result of an import: the decoded pixels, and facts about the file. */
export interface ImportedImage extends DecodedPicture {
  /** Name of the imported file, for a HEIC too. */
  name: string
  type: ImageType
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256: string
}
