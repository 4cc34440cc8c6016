/** What the solver works on. */
import type { Size } from '../../kit/base/geometry.ts'

/** A picture to be completed. */
export interface Inpainting extends Size {
  /** Straight RGB or RGBA bytes, row-major; alpha is ignored. */
  pixels: Uint8Array | Uint8ClampedArray
  bytesPerPixel: 3 | 4
  /** 1 = to be filled. */
  hole: Uint8Array
  /** 1 = neither filled nor copied from; null = every pixel outside of the hole may be copied. */
  excluded: Uint8Array | null
}
