import type { Size } from '#client/kit/base/geometry.ts'

/** Pixels as stored in a file: RGBA, 8 bits, straight alpha, row-major, before EXIF orientation. */
export interface StraightPixels extends Size {
  rgba: Uint8ClampedArray<ArrayBuffer>
}
