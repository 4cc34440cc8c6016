import { type Rect, type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { type FullSizeHole, IN_FRONT } from './holes.ts'
import type { Inpainting } from './levelFeatures.ts'

const WORKING_SIDE = 512
/**
 * Minimum mean alpha (0..255) of a pixel that may be copied into the hole. Cutouts that stay in place count as
 * transparent.
 */
const OPAQUE = 128
/**
 * Maximum transparent fraction of the hole's rim. If the fraction is larger, the fill may contain transparent pixels.
 */
const TRANSPARENT_RIM = 0.5

/**
 * Returns the size of the solver's working copy. Its longer side is 512 px, or the photo's longer side if that is
 * smaller.
 */
export const workingSize = (photo: Size): Size => sizeWithin(photo, WORKING_SIDE)

/** Builds the solver's small copy of a photo from strips. The strips' heights don't affect the copy's bytes. */
export class WorkingCopy {
  readonly size: Size
  readonly #photo: Size
  readonly #sums: Uint32Array
  readonly #alphas: Uint32Array
  /** For each pixel of the copy, the sum of the alpha outside the cutouts that stay in place. */
  readonly #copyable: Uint32Array
  readonly #counts: Uint32Array
  readonly #hole: Uint8Array

  constructor(photo: Size) {
    this.#photo = photo
    this.size = workingSize(photo)
    const count = this.size.width * this.size.height
    this.#sums = new Uint32Array(3 * count)
    this.#alphas = new Uint32Array(count)
    this.#copyable = new Uint32Array(count)
    this.#counts = new Uint32Array(count)
    this.#hole = new Uint8Array(count)
  }

  /**
   * Adds the straight RGBA bytes of `rect` (photo px). `hole` and `kept` cover the whole photo. Add each pixel of the
   * photo exactly once.
   */
  add(rgba: Uint8ClampedArray, rect: Rect, { hole, kept }: Pick<FullSizeHole, 'hole' | 'kept'>): void {
    const { width, height } = this.size
    for (let row = 0; row < rect.height; row++) {
      const y = rect.y + row
      const line = Math.floor((y * height) / this.#photo.height) * width
      for (let column = 0; column < rect.width; column++) {
        const x = rect.x + column
        const cell = line + Math.floor((x * width) / this.#photo.width)
        const at = y * this.#photo.width + x
        const from = 4 * (row * rect.width + column)
        const alpha = rgba[from + 3] ?? 0
        for (let c = 0; c < 3; c++)
          this.#sums[3 * cell + c] = (this.#sums[3 * cell + c] ?? 0) + alpha * (rgba[from + c] ?? 0)
        this.#alphas[cell] = (this.#alphas[cell] ?? 0) + alpha
        this.#copyable[cell] = (this.#copyable[cell] ?? 0) + Math.min(alpha, 255 - (kept?.[at] ?? 0))
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
        this.#hole[cell] = Math.max(this.#hole[cell] ?? 0, hole[at] ?? 0)
      }
    }
  }

  /** Adds cells of the copy to the hole. `cells`: one byte per pixel of the copy, 1 = added. */
  cover(cells: Uint8Array): void {
    for (let at = 0; at < cells.length; at++) if (cells[at]) this.#hole[at] ||= 1
  }

  /**
   * Returns one picture per kind of hole: first the hole next to cutouts, then the hole in front of them. Each picture
   * excludes the other hole, which is also returned (`other`, null if there is only one hole). Returns an empty list if
   * there is no hole.
   */
  pictures(): (Inpainting & { other: Uint8Array | null })[] {
    return [1, IN_FRONT].flatMap((kind) => {
      if (!this.#hole.includes(kind)) return []
      const isOther = this.#hole.map((value) => Number(value > 0 && value !== kind))
      const { excluded, hole, ...picture } = this.picture(kind)
      const all = excluded?.map((value, at) => value | (isOther[at] ?? 0)) ?? isOther
      const own = hole.map((_, at) => Number(this.#hole[at] === kind))
      const other = isOther.includes(1) ? isOther : null
      return [{ ...picture, hole: own, other, ...(all.includes(1) && { excluded: all }) }]
    })
  }

  /**
   * Returns the copy. A pixel of the copy is the mean of the photo's pixels in its cell, weighted by alpha. The pixel
   * belongs to the hole if one of these photo pixels does. Pixels of cutouts are excluded, unless `kind` is IN_FRONT.
   * Transparent pixels are excluded too, unless they are most of the hole's rim.
   */
  picture(kind = 1): Inpainting {
    const pixels = new Uint8Array(this.#sums.length)
    for (let i = 0; i < pixels.length; i++) {
      const alpha = this.#alphas[Math.floor(i / 3)] ?? 0
      if (alpha > 0) pixels[i] = Math.floor(((this.#sums[i] ?? 0) + (alpha >> 1)) / alpha)
    }
    const hole = this.#hole.map((value) => Math.min(1, value))
    const picture = { ...this.size, pixels, hole }
    const excluded = this.#excluded(kind === IN_FRONT ? this.#alphas : this.#copyable)
    return excluded ? { ...picture, excluded } : picture
  }

  /**
   * Returns one byte per pixel of the copy: 1 = excluded and outside the hole. Returns null if no pixel is excluded.
   */
  #excluded(copyable: Uint32Array): Uint8Array | null {
    const hole = this.#hole
    const isBelow = (sums: Uint32Array, at: number) => (sums[at] ?? 0) < OPAQUE * (this.#counts[at] ?? 0)
    const rim = [...dilateSquare(hole, this.size, 1).entries()].filter(([at, isNear]) => isNear && !hole[at])
    const isClearRim = rim.filter(([at]) => isBelow(this.#alphas, at)).length > TRANSPARENT_RIM * rim.length
    const excluded = hole.map((isHole, at) =>
      !isHole && isBelow(copyable, at) && !(isClearRim && isBelow(this.#alphas, at)) ? 1 : 0,
    )
    return excluded.includes(1) ? excluded : null
  }
}
