/** CPU references in double precision: the photo pass, the low-passed luma and the downsampling. */

import { type ColorSpace, encodedOf, linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { BlurRole } from '../blur/passes.ts'
import { gaussian, MIN_SIGMA } from '../blur/plan.ts'
import { blurredPicture, loaded } from '../blur/testing.ts'
import { luma, type Rgb } from '../lib/color.ts'
import { bilinear, convolved } from '../lib/testing.ts'
import type { TuneSettings } from '../tune/enhancements.ts'
import { fineSigma } from '../tune/luma-low-pass.ts'
import { tuneUniforms } from '../tune/steps.ts'
import { toneMask } from '../tune/tone-mask.ts'
import { tuned } from '../tune/tune.reference.ts'

interface Reference {
  /** RGBA bytes with straight alpha, row-major. */
  rgba: ArrayLike<number>
  coverage: ArrayLike<number> | null
  width: number
  height: number
  role: BlurRole
  settings: TuneSettings
  /** Color space of the photo, by default sRGB. */
  space?: ColorSpace
}

/** Alpha of a hidden color (see color.glsl). */
const HIDDEN_ALPHA = 1 / 4096

/** `weight`: weight of the pixel's luma in the mean of its neighbors, 0..1. */
type Base = { color: Rgb; alpha: number; weight: number }

/**
 * CPU reference of the photo pass at one output px per photo px. Returns straight RGBA 0..1, four numbers per px,
 * before dither and rounding.
 */
export function photoReference(input: Reference): Float64Array {
  const { rgba, width, height, settings, space = 'srgb' } = input
  const uniforms = tuneUniforms(settings, space)
  const baseAt = settings.blur >= MIN_SIGMA ? blurredBase(input) : sharpBase(input)
  const bases = Array.from({ length: width * height }, (_, i) => baseAt(i % width, Math.floor(i / width)))
  const { plane, ...maskSize } = toneMask(rgba, width, height, space)
  const mask = { ...maskSize, channels: 2, values: plane }
  const low = lowPassed(
    bases.map(({ color }) => luma(color, space)),
    bases.map(({ weight }) => weight),
    width,
    height,
    fineSigma(Math.max(width, height)),
  )
  const out = new Float64Array(width * height * 4)
  bases.forEach(({ color, alpha }, i) => {
    const place = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height] as const
    const [slope = 0, intercept = 0] = bilinear(mask, place[0] * mask.width, place[1] * mask.height)
    const here = { low: low[i] ?? 0, mask: [slope, intercept] as const, place }
    out.set([...tuned(color, uniforms, here), alpha], i * 4)
  })
  return out
}

function sharpBase({ rgba, coverage, width, role }: Reference): (x: number, y: number) => Base {
  return (x, y) => {
    const i = (y * width + x) * 4
    const part = (channel: number) => (rgba[i + channel] ?? 0) / 255
    const share = role === 'SUBJECT' ? (coverage?.[i / 4] ?? 0) / 255 : 1
    const alpha = Math.max(part(3), HIDDEN_ALPHA) * share
    return { color: [part(0), part(1), part(2)], alpha, weight: part(3) }
  }
}

function blurredBase({ rgba, coverage, width, height, role, settings }: Reference): (x: number, y: number) => Base {
  const size = { width, height }
  const isWeighted = role === 'SUBJECT' || hasAlpha(rgba)
  const light = blurredPicture(loaded(rgba, coverage, size, role, false), settings.blur)
  const weight = blurredPicture(loaded(rgba, coverage, size, role, true), settings.blur)
  return (x, y) => {
    const [r = 0, g = 0, b = 0, alpha = 0] = light(x, y)
    const [share = 1] = weight(x, y)
    const part = (value: number) => encodedOf(value / Math.max(alpha, 1e-5))
    return {
      color: [part(r), part(g), part(b)],
      alpha: role === 'BEHIND' ? alpha / share : alpha,
      weight: isWeighted ? alpha : 1,
    }
  }
}

function hasAlpha(rgba: ArrayLike<number>): boolean {
  for (let i = 3; i < rgba.length; i += 4) if ((rgba[i] ?? 0) < 255) return true
  return false
}

const FINE_SHARE = 0.7

/**
 * CPU reference of luma-low-pass.frag. `luma`: encoded, 0..1, row-major, weighted by `alpha`, 0..1. Returns the
 * weighted sum 0.7 × fine + 0.3 × coarse Gaussian mean. Repeats the borders. Returns 0 where the weights are 0.
 * `fineSigma`: standard deviation of the fine mean, px. The coarse mean has four times this deviation.
 */
function lowPassed(
  luma: readonly number[],
  alpha: readonly number[],
  width: number,
  height: number,
  fineSigma: number,
): Float64Array {
  const product = luma.map((value, i) => value * (alpha[i] ?? 0))
  const band = (sigma: number) => {
    const blurred = (values: readonly number[]) =>
      convolved({ width, height, channels: 1, values }, gaussian(sigma)).values
    const weights = blurred(alpha)
    return blurred(product).map((value, i) => value / Math.max(weights[i] ?? 0, 1e-5))
  }
  const fine = band(fineSigma)
  const coarse = band(4 * fineSigma)
  return fine.map((value, i) => FINE_SHARE * value + (1 - FINE_SHARE) * (coarse[i] ?? 0))
}

/**
 * CPU reference of area-downsample.frag and box-downsample.frag. Averages straight RGBA bytes over squares of `span` ×
 * `span` px, with colors weighted by alpha. Returns means of 0..255, not rounded. `isLinear`: averages in linear
 * light.
 */
export function downsampled(
  rgba: ArrayLike<number>,
  width: number,
  height: number,
  span: number,
  { isLinear = false } = {},
) {
  const size = { width: Math.ceil(width / span), height: Math.ceil(height / span) }
  const averaged = (byte: number) => (isLinear ? 255 * linearOf(byte / 255) : byte)
  const encoded = (mean: number) => (isLinear ? 255 * encodedOf(mean / 255) : mean)
  const out = new Float64Array(size.width * size.height * 4)
  const share = (from: number, at: number) => Math.max(0, Math.min(from + span, at + 1) - Math.max(from, at))
  for (let row = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++) {
      const sum = [0, 0, 0, 0]
      let total = 0
      for (let y = Math.floor(row * span); y < Math.min(height, (row + 1) * span); y++)
        for (let x = Math.floor(column * span); x < Math.min(width, (column + 1) * span); x++) {
          const weight = share(row * span, y) * share(column * span, x)
          const alpha = (rgba[(y * width + x) * 4 + 3] ?? 0) * weight
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + averaged(rgba[(y * width + x) * 4 + c] ?? 0) * alpha
          sum[3] = (sum[3] ?? 0) + alpha
          total += weight
        }
      const [r = 0, g = 0, b = 0, alpha = 0] = sum
      const rgb = [r, g, b].map((value) => encoded(value / Math.max(alpha, 1e-6)))
      out.set([...rgb, alpha / total], (row * size.width + column) * 4)
    }
  return { ...size, pixels: out }
}
