import { type Rect, type Size, sizeWithin } from '#client/kit/base/geometry.ts'
import type { Inpainting } from './levelFeatures.ts'

const WORKING_SIDE = 512

/** Returns the size of the solver's working copy: longer side 512 px, or the photo's if smaller. */
export const workingSize = (photo: Size): Size => sizeWithin(photo, WORKING_SIDE)

/** Builds the solver's small copy of a photo from strips. The strips' heights don't affect the copy's bytes. */
export class WorkingCopy {
  readonly size: Size
  readonly #photo: Size
  readonly #sums: Uint32Array
  readonly #counts: Uint32Array
  readonly #hole: Uint8Array

  constructor(photo: Size) {
    this.#photo = photo
    this.size = workingSize(photo)
    const count = this.size.width * this.size.height
    this.#sums = new Uint32Array(3 * count)
    this.#counts = new Uint32Array(count)
    this.#hole = new Uint8Array(count)
  }

  /**
   * Adds the straight RGBA bytes of `rect` (photo px). `hole`: one byte per px of the whole photo, 1 = to be filled.
   * Add each px of the photo exactly once.
   */
  add(rgba: Uint8ClampedArray, rect: Rect, hole: Uint8Array): void {
    const { width, height } = this.size
    for (let row = 0; row < rect.height; row++) {
      const y = rect.y + row
      const line = Math.floor((y * height) / this.#photo.height) * width
      for (let column = 0; column < rect.width; column++) {
        const x = rect.x + column
        const cell = line + Math.floor((x * width) / this.#photo.width)
        const from = 4 * (row * rect.width + column)
        for (let c = 0; c < 3; c++) this.#sums[3 * cell + c] = (this.#sums[3 * cell + c] ?? 0) + (rgba[from + c] ?? 0)
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
        if (hole[y * this.#photo.width + x]) this.#hole[cell] = 1
      }
    }
  }

  /** Returns the copy. A pixel is the mean of the photo's px in its cell, and is in the hole if one of these px is. */
  picture(): Inpainting {
    const pixels = new Uint8Array(this.#sums.length)
    for (let i = 0; i < pixels.length; i++) {
      const count = this.#counts[Math.floor(i / 3)] ?? 0
      if (count > 0) pixels[i] = Math.floor(((this.#sums[i] ?? 0) + (count >> 1)) / count)
    }
    return { ...this.size, pixels, hole: this.#hole }
  }
}
