/** The colours of a photo's edges, tile by tile: the photo is never held whole, and parts agree with the whole. */
import type { Rect, Size } from '../../../kit/base/geometry.ts'
import { grown, overlap } from '../../../kit/base/rect.ts'
import { enlarged, halved, type Mixed, mixedFrom, type Parted, parted, refined } from './estimateForeground.ts'
import { type Painted, painted } from './quantizeLayers.ts'

/** Up to this side a photo is estimated whole; above, halved until it is, and refined where its edges are. */
const WHOLE_SIDE = 1024
/** What is computed around a tile for its sake, pixels of the level that is estimated whole. */
const APRON = 8

/** How often a photo is halved. */
const levelsOf = ({ width, height }: Size): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / WHOLE_SIDE)))

/** What of the photo the colours of `tile` depend on. */
export function aroundTile(tile: Rect, size: Size): Rect {
  const apron = levelsOf(size) === 0 ? 0 : APRON << levelsOf(size)
  return overlap(grown(tile, apron), { x: 0, y: 0, ...size }) ?? tile
}

/** A part of the photo: its bytes and its matte's, row-major. */
export interface Part {
  rect: Rect
  rgba: ArrayLike<number>
  coverage: ArrayLike<number>
}

export class SparseEdges {
  /** Rows come in multiples of so many, but for the last. */
  readonly rows: number
  readonly #levels: number
  readonly #mixed: Mixed
  #filled = 0
  #parted: Parted | null = null

  constructor(size: Size) {
    this.#levels = levelsOf(size)
    this.rows = 1 << this.#levels
    const [width, height] = [Math.ceil(size.width / this.rows), Math.ceil(size.height / this.rows)]
    const values = (perPixel: number) => new Float32Array(width * height * perPixel)
    this.#mixed = { width, height, colours: values(3), alpha: values(1), squares: values(1), seen: values(3) }
  }

  /** First of all the whole photo, from top to bottom, in parts as wide as it is. */
  add(part: Part): void {
    let small = mixedOf(part)
    for (let level = 0; level < this.#levels; level++) small = halved(small)
    this.#mixed.colours.set(small.colours, this.#filled * 3)
    this.#mixed.alpha.set(small.alpha, this.#filled)
    this.#mixed.squares.set(small.squares, this.#filled)
    this.#mixed.seen.set(small.seen, this.#filled * 3)
    this.#filled += small.alpha.length
  }

  /** The colours of `tile`; `part` holds at least what is around it. */
  tile(tile: Rect, size: Size, part: Part): Painted {
    const around = aroundTile(tile, size)
    const own = { rect: around, ...bytesOf(part, around) }
    return painted({ ...bytesOf(own, tile), parted: cutFrom(this.#refined(mixedOf(own), 0, around), around, tile) })
  }

  #refined(mixed: Mixed, level: number, { x, y }: Rect): Parted {
    if (level === this.#levels) {
      this.#parted ??= parted(this.#mixed)
      return cutFrom(this.#parted, { ...this.#mixed, x: 0, y: 0 }, { ...mixed, x: x >> level, y: y >> level })
    }
    const smaller = halved(mixed)
    const rect = { x, y, width: 0, height: 0 }
    return refined(mixed, enlarged(this.#refined(smaller, level + 1, rect), smaller, mixed))
  }
}

export function mixedOf({ rect: { width, height }, rgba, coverage }: Part): Mixed {
  const colours = new Float32Array(width * height * 3)
  const alpha = new Float32Array(width * height)
  for (let at = 0, i = 0; at < alpha.length; at++) {
    alpha[at] = (coverage[at] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) colours[i++] = (rgba[4 * at + channel] ?? 0) / 255
  }
  return mixedFrom({ width, height, colours, alpha })
}

const bytesOf = ({ rect, rgba, coverage }: Part, wanted: Rect) => ({
  rgba: cut(rgba, rect, wanted, 4),
  coverage: cut(coverage, rect, wanted, 1),
})

const cutFrom = ({ front, behind }: Parted, from: Rect, wanted: Rect): Parted => ({
  front: cut(front, from, wanted, 3),
  behind: cut(behind, from, wanted, 3),
})

/** `step` values per pixel of `from`. */
export function cut(values: ArrayLike<number>, from: Rect, wanted: Rect, step: number): Float32Array {
  const to = new Float32Array(wanted.width * wanted.height * step)
  const length = wanted.width * step
  for (let row = 0, i = 0; row < wanted.height; row++) {
    const start = ((wanted.y - from.y + row) * from.width + wanted.x - from.x) * step
    for (let k = 0; k < length; k++) to[i++] = values[start + k] ?? 0
  }
  return to
}
