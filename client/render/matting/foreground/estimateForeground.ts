/**
 * Foreground estimation: solves photo = alpha · foreground + (1 − alpha) · background for both colors, after Germer,
 * Uelwer, Conrad and Harmeling 2020, "Fast multi-level foreground estimation". In the paper, a coarser pixel has one
 * equation with the mean color and the mean alpha. In this module, a coarser pixel has the sum of the normal equations
 * of its finer pixels.
 */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { clampToUnit } from '#client/kit/values/numbers.ts'

/** `colors`: [H, W, 3], row-major, 0..1, encoded, in the photo's space. */
interface ImageWithAlpha extends Size {
  colors: Float32Array
  alpha: Float32Array // Row-major values [H, W], 0..1.
}

/**
 * One pyramid level. All arrays are row-major and contain means of the coefficients of the normal equations. `colors`
 * and `alphaColors`: R, G, B per px, straight, encoded, 0..1. `alpha` and `alphaSquared`: one value per px, 0..1.
 */
export interface PyramidLevel extends ImageWithAlpha {
  alphaSquared: Float32Array // Mean of alpha².
  alphaColors: Float32Array // Mean of alpha · color.
}

/** Estimated colors of the foreground and the background, row-major: R, G, B per px, straight, encoded, 0..1. */
export interface LayerColors {
  foreground: Float32Array
  background: Float32Array
}

/** Weight of the smoothness term between neighbors: regularization + gradientWeight · |Δalpha|. */
const SMOOTHNESS = { regularization: 1e-5, gradientWeight: 0.5 }
/** Over-relaxation factor ω of successive over-relaxation. */
const RELAXATION = 1.4
const LOW_RESOLUTION_SIDE = 32
const ITERATIONS = { lowResolution: 10, highResolution: 3 }

/**
 * Returns the finest pyramid level of an image with alpha. The level shares the image's arrays, because the solver
 * doesn't change them.
 */
export function pyramidLevelOf({ colors, alpha, ...size }: ImageWithAlpha): PyramidLevel {
  const alphaSquared = new Float32Array(alpha.length)
  const alphaColors = new Float32Array(colors.length)
  for (let at = 0, i = 0; at < alpha.length; at++) {
    const a = alpha[at] ?? 0
    alphaSquared[at] = a * a
    for (const end = i + 3; i < end; i++) alphaColors[i] = a * (colors[i] ?? 0)
  }
  return { ...size, colors, alpha, alphaSquared, alphaColors }
}

/**
 * Returns the foreground and background colors of the whole image. `level`: the finest level (`pyramidLevelOf`).
 * Computes the coarser levels, then solves from coarse to fine. Runs synchronously. Doesn't change `level`.
 */
export function estimateForeground(level: PyramidLevel): LayerColors {
  if (Math.max(level.width, level.height) === 1)
    return { foreground: level.colors.slice(), background: level.colors.slice() }
  const coarser = downsampleLevel(level)
  const isSmall = Math.max(level.width, level.height) <= LOW_RESOLUTION_SIDE
  return refineLevel(
    level,
    upsampleNearest(estimateForeground(coarser), coarser, level),
    isSmall ? ITERATIONS.lowResolution : ITERATIONS.highResolution,
  )
}

/**
 * Solves one level by Gauss-Seidel iterations with over-relaxation in red-black order. `initial`: the coarser solution
 * at this size, overwritten and returned. Each iteration spreads values by two pixels. A part of an image has the same
 * result as within the whole image if the part starts at even coordinates, because the same pixels are then red.
 */
export function refineLevel(
  level: PyramidLevel,
  initial: LayerColors,
  iterations: number = ITERATIONS.highResolution,
): LayerColors {
  const { colors, alpha } = level
  for (let at = 0; at < alpha.length; at++) {
    const known = alpha[at] === 1 ? initial.foreground : alpha[at] === 0 ? initial.background : null
    if (known) for (let i = 3 * at; i < 3 * at + 3; i++) known[i] = colors[i] ?? 0
  }
  const redAndBlack = [unknownPixels(level, 0), unknownPixels(level, 1)]
  for (let step = 0; step < iterations; step++) for (const pixels of redAndBlack) relaxPixels(level, pixels, initial)
  return initial
}

/**
 * Returns the red (`parity` 0) or black (1) pixels with unknown layers: 0 < alpha < 1, or alpha differs from a
 * neighbor's.
 */
function unknownPixels({ width, height, alpha }: PyramidLevel, parity: 0 | 1): Int32Array {
  const unknown = new Int32Array(Math.ceil(alpha.length / 2))
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = (y + parity) % 2; x < width; x += 2) {
      const at = y * width + x
      const a = alpha[at]
      const isLevel =
        (x === 0 || alpha[at - 1] === a) &&
        (x === width - 1 || alpha[at + 1] === a) &&
        (y === 0 || alpha[at - width] === a) &&
        (y === height - 1 || alpha[at + width] === a)
      if (!isLevel || (a !== 0 && a !== 1)) unknown[count++] = at
    }
  return unknown.subarray(0, count)
}

function relaxPixels(
  { width, colors, alpha, alphaSquared, alphaColors }: PyramidLevel,
  pixels: Int32Array,
  { foreground, background }: LayerColors,
): void {
  const last = alpha.length - 1
  for (const at of pixels) {
    const a = alpha[at] ?? 0
    const x = at % width
    const left = x > 0 ? at - 1 : at
    const right = x < width - 1 ? at + 1 : at
    const above = at >= width ? at - width : at
    const below = at + width <= last ? at + width : at
    const wl = smoothnessWeight(a - (alpha[left] ?? 0))
    const wr = smoothnessWeight(a - (alpha[right] ?? 0))
    const wa = smoothnessWeight(a - (alpha[above] ?? 0))
    const wb = smoothnessWeight(a - (alpha[below] ?? 0))
    const sum = wl + wr + wa + wb
    const aa = alphaSquared[at] ?? 0
    const [ff, fb, bb] = [aa + sum, a - aa, 1 - 2 * a + aa + sum]
    const share = 1 / (ff * bb - fb * fb)
    for (let channel = 0; channel < 3; channel++) {
      const i = 3 * at + channel
      const [l, r, u, d] = [3 * left + channel, 3 * right + channel, 3 * above + channel, 3 * below + channel]
      const around = (values: Float32Array) =>
        wl * (values[l] ?? 0) + wr * (values[r] ?? 0) + wa * (values[u] ?? 0) + wb * (values[d] ?? 0)
      const own = alphaColors[i] ?? 0
      const f = own + around(foreground)
      const b = (colors[i] ?? 0) - own + around(background)
      foreground[i] = relaxed(foreground[i] ?? 0, (bb * f - fb * b) * share)
      background[i] = relaxed(background[i] ?? 0, (ff * b - fb * f) * share)
    }
  }
}

const relaxed = (from: number, to: number) => clampToUnit(from + RELAXATION * (to - from))

const smoothnessWeight = (difference: number) =>
  SMOOTHNESS.regularization + SMOOTHNESS.gradientWeight * Math.abs(difference)

/**
 * Returns the next coarser level, whose values are means of 2 × 2 px. Odd sizes are rounded up, and the last column or
 * row counts twice.
 */
export function downsampleLevel(level: PyramidLevel): PyramidLevel {
  const size = { width: Math.ceil(level.width / 2), height: Math.ceil(level.height / 2) }
  const means = (values: Float32Array, step: number) => boxDownsample(values, step, level, size)
  return {
    ...size,
    colors: means(level.colors, 3),
    alpha: means(level.alpha, 1),
    alphaSquared: means(level.alphaSquared, 1),
    alphaColors: means(level.alphaColors, 3),
  }
}

function boxDownsample(values: Float32Array, step: number, { width, height }: Size, size: Size): Float32Array {
  const to = new Float32Array(size.width * size.height * step)
  for (let y = 0, i = 0; y < size.height; y++) {
    const top = 2 * y * width
    const down = 2 * y + 1 < height ? width * step : 0
    for (let x = 0; x < size.width; x++) {
      const at = (top + 2 * x) * step
      const right = 2 * x + 1 < width ? step : 0
      for (let k = at; k < at + step; k++)
        to[i++] =
          ((values[k] ?? 0) + (values[k + right] ?? 0) + (values[k + down] ?? 0) + (values[k + down + right] ?? 0)) / 4
    }
  }
  return to
}

/** Upsamples the foreground and background colors by 2 (nearest neighbor), from the size `from` to the size `to`. */
export function upsampleNearest({ foreground, background }: LayerColors, from: Size, to: Size): LayerColors {
  const larger = (values: Float32Array) => {
    const result = new Float32Array(to.width * to.height * 3)
    for (let y = 0, at = 0; y < to.height; y++)
      for (let x = 0; x < to.width; x++, at += 3) {
        const source = 3 * ((y >> 1) * from.width + (x >> 1))
        result[at] = values[source] ?? 0
        result[at + 1] = values[source + 1] ?? 0
        result[at + 2] = values[source + 2] ?? 0
      }
    return result
  }
  return { foreground: larger(foreground), background: larger(background) }
}
