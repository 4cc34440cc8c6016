/** Reads ICC profiles: their curves, matrix and color space. */
import { viewOf } from '../../bytes/bytes.ts'
import { clampToUnit } from '../../values/numbers.ts'
import { type ColorSpace, D50_XYZ, encodedOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { inverse, type Matrix3, multiplied, transposed, type Vector3 } from './matrix3.ts'

/** The matrix and the curves in an ICC profile for an RGB space (ICC.1:2022). */
export interface IccProfile {
  /** Matrix from linear RGB to XYZ adapted to D50. */
  toXyz: Matrix3
  /** The curves of red, green and blue, which decode encoded values 0..1 to linear light. */
  curves: readonly [ToneCurve, ToneCurve, ToneCurve]
}

/** Decodes an encoded value 0..1 to linear light. */
export type ToneCurve = (encoded: number) => number

/** Maximum size of a profile in bytes. Real profiles of displays and cameras are much smaller. */
export const MAX_PROFILE_BYTES = 4 << 20
const HEADER_BYTES = 128
const MAX_TAGS = 256
const MAX_CURVE_ENTRIES = 65_536

/**
 * Reads the matrix and the curves of an ICC profile. The bytes are untrusted, so every offset and count is checked.
 * Returns null for damaged bytes, for profiles with look-up tables, and for gray, CMYK or Lab.
 */
export function readIccProfile(bytes: Uint8Array): IccProfile | null {
  if (bytes.length < HEADER_BYTES + 4 || bytes.length > MAX_PROFILE_BYTES) return null
  const view = viewOf(bytes)
  if (text(view, 36) !== 'acsp' || text(view, 16) !== 'RGB ' || text(view, 20) !== 'XYZ ') return null
  const tags = tagsOf(view)
  if (tags.has('A2B0')) return null // the look-up table takes precedence over the matrix (ICC.1:2022, 8.3)
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => xyzOf(tags.get(name)))
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => curveOf(tags.get(name)))
  const [red, green, blue] = columns
  const [redCurve, greenCurve, blueCurve] = curves
  if (!red || !green || !blue || !redCurve || !greenCurve || !blueCurve) return null
  return { toXyz: transposed([red, green, blue]), curves: [redCurve, greenCurve, blueCurve] }
}

const text = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))

/** Returns the tags, with their signatures as keys. Omits tags whose data lies outside the profile. */
function tagsOf(view: DataView): ReadonlyMap<string, DataView> {
  const tags = new Map<string, DataView>()
  const count = Math.min(view.getUint32(HEADER_BYTES), MAX_TAGS)
  for (let i = 0, at = HEADER_BYTES + 4; i < count && at + 12 <= view.byteLength; i++, at += 12) {
    const [offset, length] = [view.getUint32(at + 4), view.getUint32(at + 8)]
    if (length < 8 || offset + length > view.byteLength) continue
    tags.set(text(view, at), new DataView(view.buffer, view.byteOffset + offset, length))
  }
  return tags
}

/** Reads an s15Fixed16Number (ICC.1:2022, 4.6). */
const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65_536

/** Reads an XYZType (ICC.1:2022, 10.31). Returns null if the tag has no valid numbers. */
function xyzOf(tag: DataView | undefined): Vector3 | null {
  if (!tag || tag.byteLength < 20 || text(tag, 0) !== 'XYZ ') return null
  return [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)]
}

function curveOf(tag: DataView | undefined): ToneCurve | null {
  if (!tag || tag.byteLength < 12) return null
  const type = text(tag, 0)
  return type === 'curv' ? sampledCurve(tag) : type === 'para' ? parametricCurve(tag) : null
}

/**
 * Reads a curveType (ICC.1:2022, 10.6). Without entries, the curve is linear. One entry is a gamma. Several entries are
 * equally spaced samples.
 */
function sampledCurve(tag: DataView): ToneCurve | null {
  const count = tag.getUint32(8)
  if (count === 0) return (encoded) => encoded
  if (count > MAX_CURVE_ENTRIES || 12 + 2 * count > tag.byteLength) return null
  if (count === 1) {
    const gamma = tag.getUint16(12) / 256
    return gamma > 0 ? (encoded) => encoded ** gamma : null
  }
  const samples = Float64Array.from({ length: count }, (_, i) => tag.getUint16(12 + 2 * i) / 65_535)
  return (encoded) => {
    const position = clampToUnit(encoded) * (count - 1)
    const left = Math.min(count - 2, Math.floor(position))
    const [from = 0, to = 0] = samples.subarray(left, left + 2)
    return from + (position - left) * (to - from)
  }
}

/** Number of parameters of each function of parametricCurveType (ICC.1:2022, 10.18), in the order g a b c d e f. */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7]

function parametricCurve(tag: DataView): ToneCurve | null {
  const type = tag.getUint16(8)
  const count = PARAMETER_COUNTS[type]
  if (!count || 12 + 4 * count > tag.byteLength) return null
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, i) =>
    fixed(tag, 12 + 4 * i),
  )
  if (!(g > 0)) return null
  const power = (x: number) => Math.max(0, a * x + b) ** g
  const functions: readonly ToneCurve[] = [
    (x) => x ** g,
    (x) => (x >= -b / a ? power(x) : 0),
    (x) => (x >= -b / a ? power(x) : 0) + c,
    (x) => (x >= d ? power(x) : c * x),
    (x) => (x >= d ? power(x) + e : c * x + f),
  ]
  return functions[type] ?? null
}

/** Maximum distance of the profile's white from D50 per XYZ component, and of a curve's ends from 0 and 1. */
const PLAUSIBLE = 0.05
/** A primary with a linear sRGB component below this value lies outside sRGB. */
const OUTSIDE = -0.02
const CURVE_SAMPLES = 64

/**
 * Returns true when the profile can describe a display: its white is near D50 and its curves rise from black to white.
 * Damaged or forged profiles may contain any numbers.
 */
export function isPlausible({ toXyz, curves }: IccProfile): boolean {
  const white = multiplied(toXyz, [1, 1, 1])
  const isWhite = white.every((value, i) => Math.abs(value - (D50_XYZ[i] ?? 0)) <= PLAUSIBLE)
  return isWhite && curves.every(isPlausibleCurve)
}

/** Returns true when a plausible profile describes colors outside sRGB. */
export function isWideGamut(profile: IccProfile): boolean {
  if (!isPlausible(profile)) return false
  const toSrgb = multiplied(inverse(rgbToD50(PRIMARIES.srgb)), profile.toXyz)
  return toSrgb.some((row) => row.some((value) => value < OUTSIDE))
}

/** Returns true when the curve rises from black to white and never falls. */
function isPlausibleCurve(curve: ToneCurve): boolean {
  const values = Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => curve(i / CURVE_SAMPLES))
  const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)]
  if (!(Math.abs(first) <= PLAUSIBLE && Math.abs(last - 1) <= PLAUSIBLE)) return false
  return values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
}

/** Maximum difference of chromaticities (CIE 1931 xy, relative to D50) and of luminances. */
const PRIMARY_TOLERANCE = 0.002
/** Maximum difference of a curve from sRGB's transfer function, in encoded values: one 8-bit step. */
const CURVE_TOLERANCE = 1 / 255

/**
 * Returns 'srgb' or 'display-p3' when the ICC profile describes that space, otherwise null. Each primary must match
 * within 0.002 in x, y and luminance (CIE 1931, D50). Each curve must match sRGB's transfer function within 1/255.
 */
export function spaceOfProfile({ toXyz, curves }: IccProfile): ColorSpace | null {
  if (!curves.every(isNearSrgbCurve)) return null
  const spaces = Object.keys(PRIMARIES) as ColorSpace[] // safe cast: the keys of PRIMARIES have this type
  return spaces.find((space) => isNear(toXyz, rgbToD50(PRIMARIES[space]))) ?? null
}

const isNearSrgbCurve = (curve: ToneCurve): boolean =>
  Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => i / CURVE_SAMPLES).every(
    (encoded) => Math.abs(encodedOf(curve(encoded)) - encoded) <= CURVE_TOLERANCE,
  )

function isNear(matrix: Matrix3, wanted: Matrix3): boolean {
  const [columns, wantedColumns] = [transposed(matrix), transposed(wanted)]
  return columns.every((column, i) => {
    // safe cast: columns of a 3 × 3 matrix have three components
    const [found, known] = [chromaticityOf(column), chromaticityOf(wantedColumns[i] as Vector3)]
    return found.every((value, k) => Math.abs(value - (known[k] ?? 0)) <= PRIMARY_TOLERANCE)
  })
}

/** Returns CIE 1931 x, y and Y. */
const chromaticityOf = ([x, y, z]: Vector3): Vector3 => [x / (x + y + z), y / (x + y + z), y]
