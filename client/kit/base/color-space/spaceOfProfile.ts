import { type ColorSpace, encodedOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { type Matrix3, transposed, type Vector3 } from './matrix3.ts'
import type { IccProfile } from './readIccProfile.ts'

/** Largest accepted difference of a chromaticity, CIE 1931 xy relative to D50, and of a luminance. */
const PRIMARY_TOLERANCE = 0.002
/** Largest accepted difference of a curve from the transfer function of sRGB, in encoded values: one step of 8 bits. */
const CURVE_TOLERANCE = 1 / 255
const CURVE_SAMPLES = 64

/**
 * Returns 'srgb' or 'display-p3' when the ICC profile describes this space: each primary within 0.002 in x,
 * y and luminance (CIE 1931, D50), and its curves within 1/255 of sRGB's transfer function. Null = another space, from
 * which colours must be converted.
 */
export function spaceOfProfile({ toXyz, curves }: IccProfile): ColorSpace | null {
  if (!curves.every(isNearSrgbCurve)) return null
  const spaces = Object.keys(PRIMARIES) as ColorSpace[] // the keys of that record
  return spaces.find((space) => isNear(toXyz, rgbToD50(PRIMARIES[space]))) ?? null
}

const isNearSrgbCurve = (curve: (encoded: number) => number): boolean =>
  Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => i / CURVE_SAMPLES).every(
    (encoded) => Math.abs(encodedOf(curve(encoded)) - encoded) <= CURVE_TOLERANCE,
  )

function isNear(matrix: Matrix3, wanted: Matrix3): boolean {
  const [columns, wantedColumns] = [transposed(matrix), transposed(wanted)]
  return columns.every((column, i) => {
    const [found, known] = [chromaticityOf(column), chromaticityOf(wantedColumns[i] as Vector3)] // both have three
    return found.every((value, k) => Math.abs(value - (known[k] ?? 0)) <= PRIMARY_TOLERANCE)
  })
}

/** x, y and Y. */
const chromaticityOf = ([x, y, z]: Vector3): Vector3 => [x / (x + y + z), y / (x + y + z), y]
