import { clampToUnit } from '../../values/numbers.ts'
import { inverse, type Matrix3, multiplied, transposed, type Vector3 } from './matrix3.ts'

/**
 * An RGB color space of photos. Both spaces have the white point D65 and the transfer function of sRGB (IEC
 * 61966-2-1). Their primaries differ (Display P3: SMPTE EG 432-1).
 */
export type ColorSpace = 'srgb' | 'display-p3'

/** Options of `createImageBitmap` that preserve the stored colors, even of translucent pixels. */
export const RAW_COLORS = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/** CIE 1931 xy chromaticities of red, green and blue. */
export type Primaries = readonly [red: Chromaticity, green: Chromaticity, blue: Chromaticity]
type Chromaticity = readonly [x: number, y: number]

export const PRIMARIES: Readonly<Record<ColorSpace, Primaries>> = {
  srgb: [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ],
  'display-p3': [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
}

/** Chromaticity of the white point D65, CIE 1931 xy. */
export const D65: Chromaticity = [0.3127, 0.329]
/** The white point of ICC's profile connection space, XYZ (ICC.1:2022, 7.2.16). */
export const D50_XYZ: Vector3 = [0.9642, 1, 0.8249]

const xyzOf = ([x, y]: Chromaticity): Vector3 => [x / y, 1, (1 - x - y) / y]

/** Returns the matrix from linear RGB to XYZ relative to the space's own white (Lindbloom, "RGB/XYZ Matrices"). */
function rgbToXyz(primaries: Primaries, white: Chromaticity): Matrix3 {
  // safe cast: `map` preserves the tuple's length
  const columns = transposed(primaries.map(xyzOf) as unknown as Matrix3)
  const scale = multiplied(inverse(columns), xyzOf(white))
  // scales the columns so that they add up to the white point
  return columns.map((row) => row.map((value, i) => value * (scale[i] ?? 0))) as unknown as Matrix3
}

/** Cone responses of the Bradford transform (ICC.1:2022, annex E). */
const BRADFORD: Matrix3 = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/**
 * Returns the matrix that adapts XYZ from one white point to another, by the Bradford transform (ICC.1:2022, annex E).
 * Whites are XYZ with Y = 1.
 */
export function chromaticAdaptation(from: Vector3, to: Vector3): Matrix3 {
  const [source, target] = [multiplied(BRADFORD, from), multiplied(BRADFORD, to)]
  const gains = BRADFORD.map((row, i) => row.map((value) => (value * (target[i] ?? 0)) / (source[i] ?? 1)))
  return multiplied(inverse(BRADFORD), gains as unknown as Matrix3) // safe cast: `map` preserves the number of rows
}

/** Returns the matrix from linear RGB with the white D65 to XYZ adapted to D50, as ICC profiles contain it. */
export const rgbToD50 = (primaries: Primaries): Matrix3 =>
  multiplied(chromaticAdaptation(xyzOf(D65), D50_XYZ), rgbToXyz(primaries, D65))

/** Returns the relative luminances of the space's red, green and blue primaries. Their sum is 1. */
export const luminanceWeights = (space: ColorSpace): Vector3 => rgbToXyz(PRIMARIES[space], D65)[1]

/**
 * Returns the matrix from linear RGB of one space to linear RGB of another. Both spaces have the white point D65, so
 * white is unchanged.
 */
export const conversionMatrix = (from: ColorSpace, to: ColorSpace): Matrix3 =>
  primariesMatrix(PRIMARIES[from], PRIMARIES[to])

/** Returns the matrix from linear RGB of one set of primaries to linear RGB of another. The white of both is D65. */
export const primariesMatrix = (from: Primaries, to: Primaries): Matrix3 =>
  multiplied(inverse(rgbToXyz(to, D65)), rgbToXyz(from, D65))

/** Decodes an encoded value 0..1 to linear light 0..1, by the transfer function that both spaces share. */
export const linearOf = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4

/**
 * Encodes linear light 0..1 by the transfer function that both spaces share. Values below 0 (colors outside the space)
 * are encoded by the linear segment (× 12.92).
 */
export const encodedOf = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055

/** Converts an encoded color, 0..1 each, to another space and clips it to that space. */
export function converted(color: Vector3, from: ColorSpace, to: ColorSpace): Vector3 {
  if (from === to) return color
  const linear = multiplied(conversionMatrix(from, to), color.map(linearOf) as unknown as Vector3)
  // safe cast: `map` preserves the tuple's length
  return linear.map((value) => clampToUnit(encodedOf(value))) as unknown as Vector3
}

/**
 * A color space as code points of ITU-T H.273, tables 2 and 3. PNG's cICP chunk and HEIF's nclx box contain these code
 * points.
 */
export interface Cicp {
  primaries: number
  transfer: number
}

const CODES: Readonly<Record<ColorSpace, Cicp>> = {
  srgb: { primaries: 1, transfer: 13 },
  'display-p3': { primaries: 12, transfer: 13 },
}

export const cicpOf = (space: ColorSpace): Cicp => CODES[space]

/** Code point for "unspecified" in tables 2 and 3. Files with this code point are read as sRGB. */
const UNSPECIFIED = 2

/**
 * Returns the space with these code points: 'srgb' if both are unspecified (2), null for other code points, such as
 * HDR.
 */
export function spaceOfCicp({ primaries, transfer }: Cicp): ColorSpace | null {
  if (primaries === UNSPECIFIED && transfer === UNSPECIFIED) return 'srgb'
  const spaces = Object.keys(CODES) as ColorSpace[] // safe cast: the keys of CODES have this type
  return spaces.find((space) => CODES[space].primaries === primaries && CODES[space].transfer === transfer) ?? null
}

/** Returns CIE 1976 L*a*b*, relative to D50, of an encoded color. Channels outside 0..1 are allowed. */
export function labOf([red, green, blue]: Vector3, space: ColorSpace): Vector3 {
  const xyz = multiplied(D50_OF[space], [linearOf(red), linearOf(green), linearOf(blue)])
  const f = (i: 0 | 1 | 2) => {
    const t = xyz[i] / D50_XYZ[i]
    return t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116
  }
  return [116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))]
}

const D50_OF = { srgb: rgbToD50(PRIMARIES.srgb), 'display-p3': rgbToD50(PRIMARIES['display-p3']) }
