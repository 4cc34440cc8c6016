import { type ColorSpace, conversionMatrix, encodedOf, linearOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import type { IccProfile } from './iccProfile.ts'
import { inverse, type Matrix3, multiplied } from './matrix3.ts'

/** Overwrites RGBA bytes (straight alpha) with converted colors and unchanged alpha. Clips to the target space. */
export type ConvertPixels = (rgba: Uint8Array | Uint8ClampedArray) => void

/**
 * Converts a color and writes its three bytes into `out` from index `at`. Input samples have the bit depth of their
 * file. Clips colors outside the target space.
 */
export type ConvertColor = (
  red: number,
  green: number,
  blue: number,
  out: Uint8Array | Uint8ClampedArray,
  at: number,
) => void

/**
 * Number of steps of the table that encodes linear light. Even in dark grays, one step is below 1/3 of an 8-bit code.
 */
const LINEAR_STEPS = 65_535

const conversions = new Map<string, ConvertPixels>()

/**
 * Returns the conversion between two spaces, which does nothing if they are equal. The first call computes its tables.
 */
export function pixelConversion(from: ColorSpace, to: ColorSpace): ConvertPixels {
  if (from === to) return () => {}
  const known = conversions.get(`${from} ${to}`)
  if (known) return known
  const decoded = decodingTable(linearOf, 8)
  const convert = ofPixels(colorConversion([decoded, decoded, decoded], conversionMatrix(from, to)))
  conversions.set(`${from} ${to}`, convert)
  return convert
}

/** Returns the conversion of bytes from the color space of an ICC profile. */
export const profileConversion = (profile: IccProfile, to: ColorSpace): ConvertPixels =>
  ofPixels(profileColorConversion(profile, to, 8))

/** Returns the conversion of single colors from the color space of an ICC profile. `depth` is in bits per sample. */
export function profileColorConversion({ toXyz, curves }: IccProfile, to: ColorSpace, depth: number): ConvertColor {
  const [red, green, blue] = curves
  const tables = [decodingTable(red, depth), decodingTable(green, depth), decodingTable(blue, depth)] as const
  return colorConversion(tables, multiplied(inverse(rgbToD50(PRIMARIES[to])), toXyz))
}

const decodingTable = (curve: (encoded: number) => number, depth: number) =>
  Float32Array.from({ length: 2 ** depth }, (_, i) => curve(i / (2 ** depth - 1)))

function colorConversion(
  [reds, greens, blues]: readonly [Float32Array, Float32Array, Float32Array],
  [rowR, rowG, rowB]: Matrix3,
): ConvertColor {
  const codes = encodingTable()
  const coded = (linear: number) =>
    codes[linear <= 0 ? 0 : linear >= 1 ? LINEAR_STEPS : Math.round(linear * LINEAR_STEPS)] as number
  return (red, green, blue, out, at) => {
    const [r, g, b] = [reds[red] as number, greens[green] as number, blues[blue] as number]
    out[at] = coded(rowR[0] * r + rowR[1] * g + rowR[2] * b)
    out[at + 1] = coded(rowG[0] * r + rowG[1] * g + rowG[2] * b)
    out[at + 2] = coded(rowB[0] * r + rowB[1] * g + rowB[2] * b)
  }
}

/** Converts pixels with `convert`, once per run of equal colors, because drawn layers have long runs of one color. */
const ofPixels =
  (convert: ConvertColor): ConvertPixels =>
  (rgba) => {
    const converted = new Uint8Array(3)
    let last = -1
    for (let i = 0; i < rgba.length; i += 4) {
      const [red, green, blue] = [rgba[i] as number, rgba[i + 1] as number, rgba[i + 2] as number]
      const packed = (red << 16) | (green << 8) | blue
      if (packed !== last) convert(red, green, blue, converted, 0)
      last = packed
      rgba[i] = converted[0] as number
      rgba[i + 1] = converted[1] as number
      rgba[i + 2] = converted[2] as number
    }
  }

let encoding: Uint8Array | null = null

/** Returns the lookup table that maps steps of linear light to 8-bit codes. The first call computes the table. */
function encodingTable(): Uint8Array {
  encoding ??= Uint8Array.from({ length: LINEAR_STEPS + 1 }, (_, i) => Math.round(255 * encodedOf(i / LINEAR_STEPS)))
  return encoding
}
