import type { Size } from '#client/kit/base/geometry.ts'

/** Pixels as they stand in a file: RGBA, straight, sRGB-encoded, row-major, not yet turned upright. */
export interface Straight extends Size {
  rgba: Uint8ClampedArray<ArrayBuffer>
}
