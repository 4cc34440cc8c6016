import type { Size } from '../../../kit/base/geometry.ts'
import type { Plane } from './plane.ts'

/** Samples a low-resolution plane at a larger size, row by row: bilinear, pixel centres, edges clamped. */
export class BilinearRows {
  readonly #plane: Plane
  readonly #leftIndex: Int32Array
  readonly #rightWeight: Float32Array
  readonly #stepY: number
  readonly #row: Float32Array // the plane's width + 1: the last value has a right neighbour too

  /** `size`: the size at which rows are read. */
  constructor(plane: Plane, size: Size) {
    this.#plane = plane
    this.#stepY = plane.height / size.height
    this.#leftIndex = new Int32Array(size.width)
    this.#rightWeight = new Float32Array(size.width)
    this.#row = new Float32Array(plane.width + 1)
    for (let x = 0; x < size.width; x++) {
      const position = Math.min(plane.width - 1, Math.max(0, ((x + 0.5) * plane.width) / size.width - 0.5))
      this.#leftIndex[x] = Math.floor(position)
      this.#rightWeight[x] = position - Math.floor(position)
    }
  }

  /** Makes row `y` of the larger size the current row. */
  seek(y: number): void {
    const { width, height, values } = this.#plane
    const position = Math.min(height - 1, Math.max(0, (y + 0.5) * this.#stepY - 0.5))
    const top = Math.floor(position)
    const weight = position - top
    const [above, below] = [top * width, Math.min(height - 1, top + 1) * width]
    for (let x = 0; x < width; x++)
      this.#row[x] = (values[above + x] ?? 0) * (1 - weight) + (values[below + x] ?? 0) * weight
    this.#row[width] = this.#row[width - 1] ?? 0
  }

  /** Returns the value at column `x` of the current row. */
  at(x: number): number {
    const left = this.#leftIndex[x] ?? 0
    const value = this.#row[left] ?? 0
    return value + (this.#rightWeight[x] ?? 0) * ((this.#row[left + 1] ?? 0) - value)
  }
}
