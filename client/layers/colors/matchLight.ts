/**
 * Matches the lighting of one image to another by mean and standard deviation in L*a*b* (Reinhard, Ashikhmin, Gooch and
 * Shirley, "Color Transfer between Images", 2001). The result is expressed as the nearest values of five enhancements,
 * which the user can see and change.
 */

import { type ColorSpace, labOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { clampField, defaults } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { TuneSet } from '#client/model/document/document.ts'
import type { Rgb } from '#shaders/lib/color.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { tuneUniforms } from '#shaders/tune/steps.ts'
import { tuned } from '#shaders/tune/tune.reference.ts'

export const LIGHT_NAMES = ['exposure', 'contrast', 'saturation', 'temperature', 'tint'] as const
/** Values of the enhancements in `LIGHT_NAMES`, in slider units. */
export type LightValues = Record<(typeof LIGHT_NAMES)[number], number>

/** Mean and standard deviation (`spread`) of L*, a* and b*. `spread` is null for a plain color. */
export interface LightStatistics {
  mean: readonly number[]
  spread: readonly number[] | null
}

/**
 * Returns the statistics of colors after applying a set of enhancements. Skips the vignette and enhancements that
 * depend on neighboring pixels, because they barely change the mean. `colors`: straight alpha, encoded in `space`,
 * 0..1.
 */
export function lightStatistics(colors: readonly Rgb[], set: Immutable<TuneSet>, space: ColorSpace): LightStatistics {
  const { exposure, brightness, contrast, saturation, fade, blacks, temperature, tint } = set
  const ownPixel = { exposure, brightness, contrast, saturation, fade, blacks, temperature, tint }
  const uniforms = tuneUniforms({ ...defaults(tuneFields), ...ownPixel }, space)
  const sum = [0, 0, 0]
  const squares = [0, 0, 0]
  for (const color of colors)
    for (const [c, value] of labOf(tuned(color, uniforms, NOWHERE), space).entries()) {
      sum[c] = (sum[c] ?? 0) + value / colors.length
      squares[c] = (squares[c] ?? 0) + value ** 2 / colors.length
    }
  return { mean: sum, spread: squares.map((square, c) => Math.sqrt(Math.max(0, square - (sum[c] ?? 0) ** 2))) }
}

/** Neutral values for a pixel's neighborhood and position, which the applied enhancements don't use. */
const NOWHERE = { low: 0, mask: [1, 0], place: [0.5, 0.5] } as const

/**
 * Returns the differences between two statistics in L*a*b*: three differences of the means. If both statistics have
 * standard deviations, their three differences follow.
 */
export function gaps(one: LightStatistics, other: LightStatistics): number[] {
  const mean = one.mean.map((value, c) => value - (other.mean[c] ?? 0))
  const { spread } = other
  return one.spread && spread ? [...mean, ...one.spread.map((value, c) => value - (spread[c] ?? 0))] : mean
}

/** Interpolates between two statistics. `share`: 0 = the first, 1 = the second. */
function interpolateStatistics(one: LightStatistics, other: LightStatistics, share: number): LightStatistics {
  const mixed = (from: readonly number[], to: readonly number[]) =>
    from.map((value, c) => value + share * ((to[c] ?? value) - value))
  return {
    mean: mixed(one.mean, other.mean),
    spread: one.spread && other.spread ? mixed(one.spread, other.spread) : null,
  }
}

const ROUNDS = 16
/** Minimum and maximum damping factor, as multiples of the diagonal of JᵀJ. */
const [DAMPING, MOST_DAMPING] = [1e-3, 1e6]

/**
 * Returns the values of `LIGHT_NAMES` that bring `subject` nearest to the light of `background`, rounded to integers.
 * Uses damped least squares (Levenberg–Marquardt). `own`: the subject's enhancements. `share`: 0 = unchanged, 1 = the
 * background's light.
 */
export function matchedLight(
  subject: readonly Rgb[],
  own: Immutable<TuneSet>,
  background: LightStatistics,
  { share, space }: { share: number; space: ColorSpace },
): LightValues {
  const start = LIGHT_NAMES.map((name) => own[name])
  if (share === 0 || subject.length === 0) return valuesOf(start)
  const target = interpolateStatistics(lightStatistics(subject, own, space), background, share)
  const errorsOf = (at: readonly number[]) => gaps(lightStatistics(subject, { ...own, ...valuesOf(at) }, space), target)
  let [best, errors] = [start, errorsOf(start)]
  let damping = DAMPING
  for (let round = 0; round < ROUNDS && damping < MOST_DAMPING; round++) {
    const slopes = best.map((value, i) => {
      const step = value < tuneFields[nameAt(i)].max ? 1 : -1
      return errorsOf(best.with(i, value + step)).map((error, k) => (error - (errors[k] ?? 0)) / step)
    })
    const next = best.map((value, i) =>
      clampField(tuneFields[nameAt(i)], value - (stepOf(slopes, errors, damping)[i] ?? 0)),
    )
    const nextErrors = errorsOf(next)
    if (Math.hypot(...nextErrors) < Math.hypot(...errors)) {
      ;[best, errors] = [next, nextErrors]
      damping = Math.max(DAMPING, damping / 4)
    } else damping *= 8
  }
  return valuesOf(best.map(Math.round))
}

const nameAt = (i: number) => LIGHT_NAMES[i] ?? LIGHT_NAMES[0]
const valuesOf = (values: readonly number[]) =>
  // safe cast: `LIGHT_NAMES` has all keys of `LightValues`
  Object.fromEntries(LIGHT_NAMES.map((name, i) => [name, values[i] ?? 0])) as LightValues

/** Solves (JᵀJ + damping · diag) x = Jᵀe by elimination; `slopes`: the columns of J. */
function stepOf(slopes: readonly (readonly number[])[], errors: readonly number[], damping: number): number[] {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
  const rows = slopes.map((slope, i) => [
    ...slopes.map((other, k) => dot(slope, other) * (i === k ? 1 + damping : 1) + (i === k ? 1e-9 : 0)),
    dot(slope, errors),
  ])
  for (const [i, row] of rows.entries()) {
    for (const [k, other] of rows.entries()) {
      if (k === i) continue
      const factor = (other[i] ?? 0) / (row[i] || 1)
      for (let c = i; c < row.length; c++) other[c] = (other[c] ?? 0) - factor * (row[c] ?? 0)
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] || 1))
}
