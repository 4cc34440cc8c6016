/** Twin of the photo pass at one output px per photo px, with all neighbourhoods, in double precision. */

import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { blurredPicture, loaded } from '../blur/blur.reference.ts'
import type { BlurRole } from '../blur/passes.ts'
import { MIN_SIGMA } from '../blur/plan.ts'
import { encodedOf, luma, type Rgb } from '../lib/color.ts'
import type { TuneSettings } from '../tune/enhancements.ts'
import { lowPassed } from '../tune/luma-low-pass.reference.ts'
import { fineSigma } from '../tune/luma-low-pass.ts'
import { tuneUniforms } from '../tune/steps.ts'
import { type ToneMask, toneMask } from '../tune/tone-mask.ts'
import { tuned } from '../tune/tune.reference.ts'

interface Reference {
  /** straight bytes */
  rgba: ArrayLike<number>
  coverage: ArrayLike<number> | null
  width: number
  height: number
  role: BlurRole
  settings: TuneSettings
  /** Colour space of the photo; absent = sRGB. */
  space?: ColorSpace
}

/** alpha of a hidden colour (color.glsl) */
const HIDDEN_ALPHA = 1 / 4096

/** `weight`: of its luma among its neighbours. */
type Base = { color: Rgb; alpha: number; weight: number }

/**
 * Twin of the photo pass at one output px per photo px. Returns straight RGBA 0..1, four numbers per px, before dither
 * and rounding.
 */
export function photoReference(input: Reference): Float64Array {
  const { rgba, width, height, settings, space = 'srgb' } = input
  const uniforms = tuneUniforms(settings, space)
  const baseAt = settings.blur >= MIN_SIGMA ? blurredBase(input) : sharpBase(input)
  const bases = Array.from({ length: width * height }, (_, i) => baseAt(i % width, Math.floor(i / width)))
  const mask = toneMask(rgba, width, height, space)
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
    const here = { low: low[i] ?? 0, mask: maskAt(mask, ...place), place }
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

/** Linear interpolation; `u`, `v` 0..1 over the photo. */
function maskAt({ width, height, plane }: ToneMask, u: number, v: number): [number, number] {
  const x = u * width - 0.5
  const y = v * height - 0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [x - left, y - top]
  const read = (column: number, row: number, channel: number) =>
    plane[(clampTo(row, height) * width + clampTo(column, width)) * 2 + channel] ?? 0
  const mixed = (channel: number) =>
    (read(left, top, channel) * (1 - right) + read(left + 1, top, channel) * right) * (1 - bottom) +
    (read(left, top + 1, channel) * (1 - right) + read(left + 1, top + 1, channel) * right) * bottom
  return [mixed(0), mixed(1)]
}

const clampTo = (at: number, length: number) => Math.min(length - 1, Math.max(0, at))
