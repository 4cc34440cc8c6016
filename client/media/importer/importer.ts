/** What goes into an import and what comes out of it. */
import type { Size } from '#client/kit/base/geometry.ts'
import type { HeicDecoder } from './heic/decoder.ts'
import type { ImageType } from './sniff.ts'

export type ImportError =
  | 'unsupported-type'
  | 'heic-declined'
  | 'heic-failed'
  | 'decode-failed'
  | 'too-large'
  | 'aborted'

export interface ImportLimits {
  maxPixels: number
  /** The longest side that the GPU can hold, px. */
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
  /** Ways to read HEIC, best first; left out: the browser's own, then the caged ones. */
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
