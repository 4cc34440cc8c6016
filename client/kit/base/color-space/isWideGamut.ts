import { D50_XYZ, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { inverse, multiplied } from './matrix3.ts'
import type { IccProfile, ToneCurve } from './readIccProfile.ts'

/** Largest accepted distance of the profile's white from D50, XYZ each; and of a curve's ends from 0 and 1. */
const PLAUSIBLE = 0.05
/** A primary lies outside sRGB when its linear sRGB values are below this. */
const OUTSIDE = -0.02
const CURVE_SAMPLES = 64

/**
 * Returns true when a profile describes colours that sRGB does not have. False for narrower spaces, and for profiles
 * whose numbers describe no display: a damaged file may have any.
 */
export function isWideGamut({ toXyz, curves }: IccProfile): boolean {
  const white = multiplied(toXyz, [1, 1, 1])
  if (!white.every((value, i) => Math.abs(value - (D50_XYZ[i] ?? 0)) <= PLAUSIBLE)) return false
  if (!curves.every(isPlausibleCurve)) return false
  const toSrgb = multiplied(inverse(rgbToD50(PRIMARIES.srgb)), toXyz)
  return toSrgb.some((row) => row.some((value) => value < OUTSIDE))
}

/** Goes from black to white and never falls. */
function isPlausibleCurve(curve: ToneCurve): boolean {
  const values = Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => curve(i / CURVE_SAMPLES))
  const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)]
  if (!(Math.abs(first) <= PLAUSIBLE && Math.abs(last - 1) <= PLAUSIBLE)) return false
  return values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
}
