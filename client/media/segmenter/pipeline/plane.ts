/** Maps of one value per pixel, and what is done to them value by value. */
import type { Size } from '../../../kit/base/geometry.ts'
import { planTaps, resampleColumn, resampleRows, TRIANGLE } from '../worker/resample.ts'

/** Row-major, one value per pixel. */
export interface Plane extends Size {
  values: Float32Array
}

/** One byte per pixel, row-major; anything but 0 is inside. */
export interface Region extends Size {
  inside: Uint8Array
}

export const emptyPlane = ({ width, height }: Size): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
})

/** The same map at another size: linear between pixel centres, averaged where it shrinks. */
export function resized(from: Plane, { width, height }: Size): Plane {
  if (from.width === width && from.height === height) return from
  const narrow = resampleRows(from.values, from.height, 1, from.width, planTaps(from.width, width, TRIANGLE))
  const taps = planTaps(from.height, height, TRIANGLE)
  const to = emptyPlane({ width, height })
  for (let y = 0; y < height; y++)
    resampleColumn(narrow, width, y, taps, to.values.subarray(y * width, (y + 1) * width))
  return to
}

/** Spread over the whole range from 0 to 1, as U-2-Net's authors do. */
export function spread({ values, width, height }: Plane): Plane {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const range = high - low + 1e-9
  return { width, height, values: values.map((value) => (value - low) / range) }
}

export function mirrored({ values, width, height }: Plane): Plane {
  const to = emptyPlane({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) to.values[y * width + x] = values[(y + 1) * width - 1 - x] ?? 0
  return to
}

/** The sum of maps of one size, each times its weight. */
export function weighted(maps: readonly Plane[], weights: readonly number[]): Plane {
  const [first] = maps
  if (!first) throw new Error('the sum of no maps')
  const to = emptyPlane(first)
  for (const [k, { values }] of maps.entries())
    for (let i = 0; i < values.length; i++) to.values[i] = (to.values[i] ?? 0) + (weights[k] ?? 0) * (values[i] ?? 0)
  return to
}

export const mean = (maps: readonly Plane[]): Plane =>
  weighted(
    maps,
    maps.map(() => 1 / maps.length),
  )

export function above({ values, width, height }: Plane, threshold: number): Region {
  const inside = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) inside[i] = Number((values[i] ?? 0) > threshold)
  return { width, height, inside }
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** The logistic curve's inverse; certainty ends at ±6. */
export const logit = (p: number): number => Math.min(6, Math.max(-6, Math.log((p + 1e-4) / (1 - p + 1e-4))))
