/** Single-channel images as 32-bit floats, and operations on them. */
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { planTaps, resampleColumn, resampleRows, TRIANGLE } from './resample.ts'

/** A single-channel image: one value per pixel, row-major. */
export interface Plane extends Size {
  values: Float32Array
}

/** A binary mask with one byte per pixel, row-major. 0 = outside, any other value = inside. */
export interface BinaryMask extends Size {
  inside: Uint8Array
}

export const zeroPlane = ({ width, height }: Size): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
})

/**
 * Resamples with a triangle kernel. This interpolates bilinearly when enlarging, and averages by area when shrinking.
 * May return `from`.
 */
export function resizePlane(from: Plane, { width, height }: Size): Plane {
  if (from.width === width && from.height === height) return from
  const narrow = resampleRows(from.values, from.height, from.width, planTaps(from.width, width, TRIANGLE))
  const taps = planTaps(from.height, height, TRIANGLE)
  const to = zeroPlane({ width, height })
  for (let y = 0; y < height; y++)
    resampleColumn(narrow, width, y, taps, to.values.subarray(y * width, (y + 1) * width))
  return to
}

/** Returns the plane, scaled linearly so that its values range from 0 to 1, as in U-2-Net's reference code. */
export function stretchRange({ values, width, height }: Plane): Plane {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  const range = highest - lowest + 1e-9
  return { width, height, values: values.map((value) => (value - lowest) / range) }
}

export function flipHorizontally({ values, width, height }: Plane): Plane {
  const to = zeroPlane({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) to.values[y * width + x] = values[(y + 1) * width - 1 - x] ?? 0
  return to
}

/** Returns the weighted sum of maps of equal size. @throws if the list is empty */
export function weightedSum(maps: readonly Plane[], weights: readonly number[]): Plane {
  const [first] = maps
  if (!first) throw new Error('a sum needs at least one map')
  const to = zeroPlane(first)
  for (const [k, { values }] of maps.entries())
    for (let i = 0; i < values.length; i++) to.values[i] = (to.values[i] ?? 0) + (weights[k] ?? 0) * (values[i] ?? 0)
  return to
}

/** Returns the mean per pixel of maps of equal size. @throws if the list is empty */
export const meanOfPlanes = (maps: readonly Plane[]): Plane =>
  weightedSum(maps, Array(maps.length).fill(1 / maps.length))

export function thresholdPlane({ values, width, height }: Plane, threshold: number): BinaryMask {
  const inside = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) inside[i] = Number((values[i] ?? 0) > threshold)
  return { width, height, inside }
}

/** Returns the number of pixels in a mask of bytes 0 and 1. */
export const areaOf = ({ inside }: BinaryMask): number => inside.reduce((sum, own) => sum + own, 0)

/** Returns the index of the pixel at a point (px). A point outside the image is moved to the nearest edge. */
export function pixelAt({ x, y }: Point, { width, height }: Size): number {
  const clamped = (place: number, length: number) => clamp(Math.floor(place), 0, length - 1)
  return clamped(y, height) * width + clamped(x, width)
}

/** Returns the logistic function 1 / (1 + e^−x), which turns a logit into a probability, 0..1. */
export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** Returns the inverse of `sigmoid`, clipped to ±6. */
export const logit = (p: number): number => clamp(Math.log((p + 1e-4) / (1 - p + 1e-4)), -6, 6)

/**
 * Samples a low-resolution plane at a larger size, row by row. Interpolates bilinearly between pixel centers and clamps
 * coordinates at the edges.
 */
export class BilinearRows {
  readonly #plane: Plane
  readonly #leftIndex: Int32Array
  readonly #rightWeight: Float32Array
  readonly #stepY: number
  readonly #row: Float32Array // One value longer than the plane's width, so that the last column has a right neighbor.

  /** `size`: size of the rows that the caller reads. */
  constructor(plane: Plane, size: Size) {
    this.#plane = plane
    this.#stepY = plane.height / size.height
    this.#leftIndex = new Int32Array(size.width)
    this.#rightWeight = new Float32Array(size.width)
    this.#row = new Float32Array(plane.width + 1)
    for (let x = 0; x < size.width; x++) {
      const position = clamp(((x + 0.5) * plane.width) / size.width - 0.5, 0, plane.width - 1)
      this.#leftIndex[x] = Math.floor(position)
      this.#rightWeight[x] = position - Math.floor(position)
    }
  }

  /** Makes row `y` of the larger size the current row. */
  seek(y: number): void {
    const { width, height, values } = this.#plane
    const position = clamp((y + 0.5) * this.#stepY - 0.5, 0, height - 1)
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
