/** The options and the result of an import. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '#server/contract/plans/limits.ts'
import type { ImageType, PlainType } from '../file/sniff.ts'
import type { HeicMeta } from './heic/heicMeta.ts'

export type ImportError =
  /** Neither the MIME type nor the extension is supported. */
  | 'unsupported-type'
  /** The file has the name or MIME type of a supported image, but the content of a different format. */
  | 'wrong-content'
  /** The user declined the conversion of the HEIC file. */
  | 'heic-declined'
  /** No decoder can read the HEIC file. */
  | 'heic-failed'
  /** The browser can't read the file, for example because the file was moved or deleted. */
  | 'unreadable'
  /** The file is empty, damaged or incomplete. */
  | 'decode-failed'
  /** The file has more bytes or pixels than `ImportLimits` permits. */
  | 'too-large'
  /** The signal was aborted. */
  | 'aborted'

/** Maximum sizes of the file and the image that an import accepts. */
export interface ImportLimits {
  maxPixels: number
  /** Maximum length of the longer side, px. */
  maxSide: number
  maxBytes: number
}

/**
 * The limits of a photo. 50 MP includes the 48 and 50 MP modes of phones (8064 × 6048, 8160 × 6120). Photos are painted
 * in strips and texture windows, so the GPU does not limit a side. `maxSide` is the limit of browsers for bitmaps.
 */
export const PHOTO_LIMITS: ImportLimits = { maxPixels: MAX_PHOTO_PIXELS, maxSide: 32_767, maxBytes: MAX_PHOTO_BYTES }

/** Returns true if an image of this size (px) has too many pixels or a side that is too long. */
export const exceeds = ({ width, height }: Size, { maxPixels, maxSide }: ImportLimits): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels

export interface ImportOptions {
  limits: ImportLimits
  signal: AbortSignal
  /** Asks the user, once per HEIC file. If the promise resolves with false, the import fails with 'heic-declined'. */
  consentToConvert(): Promise<boolean>
  /** If true, the image is imported in Display P3 with its colors outside sRGB. Otherwise it is converted to sRGB. */
  keepsWideGamut?: boolean
  onStage?(stage: 'converting' | 'decoding'): void
  /** Receives the thumbnail of a HEIC, a JPEG or PNG, before the photo is decoded. Not called if there is none. */
  onPreview?: ((preview: Blob) => void) | undefined
  /** HEIC decoders in order of preference. Absent = the browser's own decoder, then the sandboxed libraries. */
  heicDecoders?: readonly HeicDecoder[]
}

/** A decoder of HEIC files. If it rejects, the import tries the next decoder. */
export interface HeicDecoder {
  readonly name: string
  /**
   * Resolves with the upright image: a JPEG or PNG blob, or a bitmap. Rejects if the decoder cannot read the file, or
   * on abort. `meta`: metadata of the file, or null if the metadata is damaged. `onPreview`: see `ImportOptions`.
   */
  decode(
    blob: Blob,
    signal: AbortSignal,
    meta: HeicMeta | null,
    onPreview?: ImportOptions['onPreview'],
  ): Promise<Blob | ImageBitmap>
}

/** A whole file of a format that every browser can decode. */
export interface PlainFile {
  type: PlainType
  bytes: Uint8Array<ArrayBuffer>
  /** The bytes of the file with the format's MIME type. */
  blob: Blob
}

/** The decoded pixels of an import. */
export interface DecodedPicture extends Size {
  /** Upright bitmap with straight alpha, in `colorSpace`. Upload it to textures as 'no-premultiply-alpha'. */
  bitmap: ImageBitmap
  /** False if every pixel is known to be opaque. True otherwise. */
  hasAlpha: boolean
  /** Color space of the bitmap. If absent, the bitmap is sRGB. */
  colorSpace?: 'display-p3'
  /**
   * The decoded file: the imported file, or the image converted from a HEIC. The file may contain metadata of the
   * photo.
   */
  blob: Blob
}

/** The result of an import: the decoded pixels, and facts about the file. */
export interface ImportedImage extends DecodedPicture {
  /** Name of the imported file. For a HEIC, the name of the HEIC file. */
  name: string
  type: ImageType
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256: string
}
