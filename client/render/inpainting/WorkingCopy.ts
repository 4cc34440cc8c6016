import { type Rect, type Size, sizeWithin } from '#client/kit/base/geometry.ts'
import { dilateSquare } from '#client/kit/base/morphology.ts'
import type { Inpainting } from './levelFeatures.ts'

const WORKING_SIDE = 512
/** Mean alpha below which a pixel counts as transparent, of 255. */
const OPAQUE = 128
/** If more of the hole's rim is transparent, the hole is filled with transparent pixels as well. */
const TRANSPARENT_RIM = 0.5

/** Returns the size of the solver's working copy: longer side 512 px, or the photo's if smaller. */
export const workingSize = (photo: Size): Size => sizeWithin(photo, WORKING_SIDE)

/** Builds the solver's small copy of a photo from strips. The strips' heights don't affect the copy's bytes. */
export class WorkingCopy {
  readonly size: Size
  readonly #photo: Size
  readonly #sums: Uint32Array
  readonly #alphas: Uint32Array
  readonly #counts: Uint32Array
  readonly #hole: Uint8Array

  constructor(photo: Size) {
    this.#photo = photo
    this.size = workingSize(photo)
    const count = this.size.width * this.size.height
    this.#sums = new Uint32Array(3 * count)
    this.#alphas = new Uint32Array(count)
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
        const alpha = rgba[from + 3] ?? 0
        for (let c = 0; c < 3; c++)
          this.#sums[3 * cell + c] = (this.#sums[3 * cell + c] ?? 0) + alpha * (rgba[from + c] ?? 0)
        this.#alphas[cell] = (this.#alphas[cell] ?? 0) + alpha
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
        if (hole[y * this.#photo.width + x]) this.#hole[cell] = 1
      }
    }
  }

  /**
   * Returns the copy. A pixel is the mean of the photo's px in its cell, weighted by alpha, and is in the hole if one of
   * these px is. Transparent px are excluded, unless most of the hole's rim is transparent.
   */
  picture(): Inpainting {
    const pixels = new Uint8Array(this.#sums.length)
    for (let i = 0; i < pixels.length; i++) {
      const alpha = this.#alphas[Math.floor(i / 3)] ?? 0
      if (alpha > 0) pixels[i] = Math.floor(((this.#sums[i] ?? 0) + (alpha >> 1)) / alpha)
    }
    const picture = { ...this.size, pixels, hole: this.#hole }
    const excluded = this.#transparent()
    return excluded ? { ...picture, excluded } : picture
  }

  /** Returns 1 per transparent px outside the hole; null if there is none, or if most of the hole's rim is. */
  #transparent(): Uint8Array | null {
    const hole = this.#hole
    const isClear = (at: number) => (this.#alphas[at] ?? 0) < OPAQUE * (this.#counts[at] ?? 0)
    const excluded = hole.map((isHole, at) => (isHole || !isClear(at) ? 0 : 1))
    if (!excluded.includes(1)) return null
    const rim = [...dilateSquare(hole, this.size, 1).entries()].filter(([at, isNear]) => isNear && !hole[at])
    const clear = rim.filter(([at]) => excluded[at]).length
    return clear > TRANSPARENT_RIM * rim.length ? null : excluded
  }
}
