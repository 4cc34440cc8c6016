import { D50_XYZ, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { inverse, multiplied } from './matrix3.ts'
import type { IccProfile, ToneCurve } from './readIccProfile.ts'

/** Largest accepted distance of the profile's white from D50, XYZ each; and of a curve's ends from 0 and 1. */
const PLAUSIBLE = 0.05
/** A primary lies outside sRGB when its linear sRGB values are below this. */
const OUTSIDE = -0.02
const CURVE_SAMPLES = 64

/**
 * Returns false for a profile whose numbers describe no display: a damaged or lying file may have any. A plausible one
 * has a white near D50 and curves that rise from black to white.
 */
export function isPlausible({ toXyz, curves }: IccProfile): boolean {
  const white = multiplied(toXyz, [1, 1, 1])
  const isWhite = white.every((value, i) => Math.abs(value - (D50_XYZ[i] ?? 0)) <= PLAUSIBLE)
  return isWhite && curves.every(isPlausibleCurve)
}

/** Returns true when a plausible profile describes colours that sRGB does not have. */
export function isWideGamut(profile: IccProfile): boolean {
  if (!isPlausible(profile)) return false
  const toSrgb = multiplied(inverse(rgbToD50(PRIMARIES.srgb)), profile.toXyz)
  return toSrgb.some((row) => row.some((value) => value < OUTSIDE))
}

/** Goes from black to white and never falls. */
function isPlausibleCurve(curve: ToneCurve): boolean {
  const values = Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => curve(i / CURVE_SAMPLES))
  const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)]
  if (!(Math.abs(first) <= PLAUSIBLE && Math.abs(last - 1) <= PLAUSIBLE)) return false
  return values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
}
