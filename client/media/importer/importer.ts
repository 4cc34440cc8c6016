/** The options and the result of an import. */
import type { Size } from '#client/kit/base/geometry.ts'
import type { HeicDecoder } from './heic/heicDecoder.ts'
import type { ImageType } from './sniff.ts'

export type ImportError =
  /** Neither MIME type nor extension is on the list. */
  | 'unsupported-type'
  /** The user does not want the HEIC file to be converted. */
  | 'heic-declined'
  /** No decoder reads the HEIC file. */
  | 'heic-failed'
  /** The file is damaged, incomplete or of another type than it claims. */
  | 'decode-failed'
  /** More bytes or pixels than `ImportLimits` permits. */
  | 'too-large'
  /** The signal was aborted. */
  | 'aborted'

export interface ImportLimits {
  maxPixels: number
  /** The longest side of a texture on this GPU, px. */
  maxSide: number
  maxBytes: number
}

/** 50 MP holds every phone's 48 and 50 MP mode (8064 × 6048, 8160 × 6120). The GPU's own limit comes from its owner. */
export const PHOTO_LIMITS = { maxPixels: 50_000_000, maxBytes: 256 * 2 ** 20 } as const

export const exceeds = ({ width, height }: Size, { maxPixels, maxSide }: ImportLimits): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels

export interface ImportOptions {
  limits: ImportLimits
  signal: AbortSignal
  /** Asked once per HEIC file; false ends with 'heic-declined'. */
  consentToConvert(): Promise<boolean>
  onStage?(stage: 'converting' | 'decoding'): void
  /** HEIC decoders in order of preference. Absent = the browser's own, then the sandboxed libraries. */
  heicDecoders?: readonly HeicDecoder[]
}

/** The pixels of an import, before they have a name. */
export interface Picture extends Size {
  /** Upright, sRGB-encoded, straight alpha: declare it 'no-premultiply-alpha' to whoever uploads it. */
  bitmap: ImageBitmap
  /** False when every pixel is known to be opaque. */
  hasAlpha: boolean
  /** What was decoded: the file itself, or what a HEIC was converted to. It may hold metadata and stays on the device. */
  blob: Blob
}

export interface ImportedImage extends Picture {
  /** The file's own name, also of a converted HEIC. */
  name: string
  type: ImageType
  /** Of the file's bytes, hexadecimal. */
  sha256: string
}
