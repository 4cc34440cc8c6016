/** Converts a mask estimate of low resolution to coverage bytes at the photo's size, row by row. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { clamp, clampToUnit } from '#client/kit/values/numbers.ts'
import type { LinearCoefficients } from './guidedFilter.ts'
import { type MaskEstimate, ProbabilityRows } from './maskEstimate.ts'
import { BilinearRows } from './plane.ts'

/** Maximum distance of a certain pixel's probability from 0 or 1. */
const CERTAINTY_MARGIN = 0.03
/** Radius of the square window around a pixel for counting uncertain pixels, fraction of the photo's diagonal. */
const BAND_RADIUS = 0.004
/**
 * Gain of the blend. The filtered value has full weight if at least 1 / BAND_GAIN of the window's pixels are uncertain.
 */
const BAND_GAIN = 4

/**
 * Computes the matte. A pixel whose window contains many uncertain pixels gets the guided filter's output. A pixel
 * whose window contains none gets the estimate's own probability. All other pixels get a blend of the two values. The
 * result does not depend on the number of rows per call.
 */
export class GuidedMatteRows {
  readonly #size: Size
  readonly #probability: ProbabilityRows
  readonly #coefficients: BilinearRows[]
  readonly #contrast: number
  readonly #radius: number
  readonly #probabilityRows: Float32Array[] = [] // Ring buffer of the last rows of probabilities.
  // Ring buffer of the last rows: number of uncertain pixels in each horizontal window.
  readonly #bandSums: Float32Array[] = []
  readonly #windowSums: Float32Array // Number of uncertain pixels in each square window.
  #rowsRead = 0
  #rowsWritten = 0

  /** `coefficients`: coefficients of the guided filter, at any size. `contrast`: gain around 0.5. 1 = unchanged. */
  constructor(size: Size, estimate: MaskEstimate, coefficients: LinearCoefficients, contrast: number) {
    this.#size = size
    this.#contrast = contrast
    this.#probability = new ProbabilityRows(estimate, size)
    this.#coefficients = [coefficients.red, coefficients.green, coefficients.blue, coefficients.offset].map(
      (plane) => new BilinearRows(plane, size),
    )
    this.#radius = Math.max(2, Math.floor(BAND_RADIUS * Math.hypot(size.width, size.height)))
    this.#windowSums = new Float32Array(size.width)
    const rows = 2 * this.#radius + 2
    for (let i = 0; i < rows; i++) {
      this.#probabilityRows.push(new Float32Array(size.width))
      this.#bandSums.push(new Float32Array(size.width))
    }
    for (let y = -this.#radius; y < this.#radius; y++) this.#accumulateRow(y, 1)
  }

  /** Returns the next rows of coverage, 0..255. `rgba`: the photo's pixels of these rows, row-major, straight alpha. */
  next(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
    const { width } = this.#size
    const rows = rgba.length / 4 / width
    const coverage = new Uint8ClampedArray(rows * width)
    const [red, green, blue, offset] = this.#coefficients
    if (!red || !green || !blue || !offset) throw new Error('the guided filter needs four coefficient planes')
    const bandGain = BAND_GAIN / (2 * this.#radius + 1) ** 2
    for (let row = 0; row < rows; row++) {
      const y = this.#rowsWritten++
      this.#accumulateRow(y + this.#radius, 1)
      const map = this.#rowOf(y)
      for (const plane of this.#coefficients) plane.seek(y)
      for (let x = 0, at = row * width; x < width; x++, at++) {
        const probability = map[x] ?? 0
        const weight = Math.min(1, (this.#windowSums[x] ?? 0) * bandGain)
        let value = probability
        if (weight > 1e-6) {
          // composited over white, like the guide of the filter (`rgbPlanes`)
          const alpha = (rgba[4 * at + 3] ?? 0) / 255
          const white = 255 * (1 - alpha)
          const [r, g, b] = [rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0]
          const sum =
            red.at(x) * (r * alpha + white) + green.at(x) * (g * alpha + white) + blue.at(x) * (b * alpha + white)
          const filtered = sum / 255 + offset.at(x)
          value += weight * (clampToUnit(filtered) - probability)
        }
        coverage[at] = 255 * ((value - 0.5) * this.#contrast + 0.5)
      }
      this.#accumulateRow(y - this.#radius, -1)
    }
    return new Uint8Array(coverage.buffer)
  }

  /**
   * Adds (`sign` 1) or subtracts (−1) a row of the square windows. Beyond the photo, the first and last row are
   * repeated.
   */
  #accumulateRow(y: number, sign: number): void {
    const inside = clamp(y, 0, this.#size.height - 1)
    while (this.#rowsRead <= inside) this.#readRow(this.#rowsRead++)
    const sums = this.#bandSums[inside % this.#bandSums.length]
    for (let x = 0; x < this.#size.width; x++)
      this.#windowSums[x] = (this.#windowSums[x] ?? 0) + sign * (sums?.[x] ?? 0)
  }

  #rowOf = (y: number): Float32Array => this.#probabilityRows[y % this.#probabilityRows.length] ?? new Float32Array()

  #readRow(y: number): void {
    const { width } = this.#size
    const row = this.#rowOf(y)
    this.#probability.read(y, row)
    const sums = this.#bandSums[y % this.#bandSums.length] ?? new Float32Array()
    const isUncertain = (x: number) => {
      const value = row[clamp(x, 0, width - 1)] ?? 0
      return Number(value > CERTAINTY_MARGIN && value < 1 - CERTAINTY_MARGIN)
    }
    let sum = 0
    for (let x = -this.#radius; x <= this.#radius; x++) sum += isUncertain(x)
    for (let x = 0; x < width; x++) {
      sums[x] = sum
      sum += isUncertain(x + this.#radius + 1) - isUncertain(x - this.#radius)
    }
  }
}
