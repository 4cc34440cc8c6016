/** The CPU reference of the fused shader in double precision. Applies the steps' formulas in order. */
import { clampToUnit } from '#client/kit/values/numbers.ts'
import { each, luma, type Rgb } from '../lib/color.ts'
import type { Surroundings } from './step.ts'
import { STEPS, type TuneUniforms } from './steps.ts'

/** Applies all steps of Tune to the color of one pixel. The color is straight and encoded, 0..1. */
export function tuned(
  color: Rgb,
  { active, values, space }: TuneUniforms,
  here: Omit<Surroundings, 'luma' | 'space'>,
): Rgb {
  const surroundings = { ...here, space, luma: luma(color, space) }
  const out = STEPS.reduce<Rgb>(
    (now, { flags, reference }) => (active.has(flags[0]) ? reference(now, values, surroundings) : now),
    color,
  )
  return each(out, clampToUnit)
}

/**
 * Returns the dither added to a channel (0..1) at a whole px: interleaved gradient noise (Jimenez 2014), with a range
 * just under one 8-bit level.
 */
export function dither(x: number, y: number): number {
  const fract = (v: number) => v - Math.floor(v)
  return (fract(52.9829189 * fract(0.06711056 * x + 0.00583715 * y)) - 0.5) * (0.97 / 255)
}
