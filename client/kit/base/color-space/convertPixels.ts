import { type ColorSpace, conversionMatrix, encodedOf, linearOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { inverse, type Matrix3, multiplied } from './matrix3.ts'
import type { IccProfile } from './readIccProfile.ts'

/** Converts RGBA bytes with straight alpha, in place; colours outside the target space are clipped, alpha is kept. */
export type ConvertPixels = (rgba: Uint8Array | Uint8ClampedArray) => void

/** Entries of the table that encodes linear light: steps of 1/65 535, finer than a third of a code in the darkest greys. */
const LINEAR_STEPS = 65_535

const conversions = new Map<string, ConvertPixels>()

/** Returns the conversion between two spaces; its tables are computed at the first call. */
export function pixelConversion(from: ColorSpace, to: ColorSpace): ConvertPixels {
  if (from === to) return () => {}
  const known = conversions.get(`${from} ${to}`)
  if (known) return known
  const decoded = decodingTable(linearOf)
  const convert = conversion([decoded, decoded, decoded], conversionMatrix(from, to))
  conversions.set(`${from} ${to}`, convert)
  return convert
}

/** Returns the conversion from the space that a profile describes. */
export function profileConversion({ toXyz, curves }: IccProfile, to: ColorSpace): ConvertPixels {
  const [red, green, blue] = curves
  const tables = [decodingTable(red), decodingTable(green), decodingTable(blue)] as const
  return conversion(tables, multiplied(inverse(rgbToD50(PRIMARIES[to])), toXyz))
}

const decodingTable = (curve: (encoded: number) => number) =>
  Float32Array.from({ length: 256 }, (_, i) => curve(i / 255))

function conversion(
  [reds, greens, blues]: readonly [Float32Array, Float32Array, Float32Array],
  [rowR, rowG, rowB]: Matrix3,
): ConvertPixels {
  return (rgba) => {
    const codes = encodingTable()
    const coded = (linear: number) =>
      codes[linear <= 0 ? 0 : linear >= 1 ? LINEAR_STEPS : Math.round(linear * LINEAR_STEPS)] as number
    // Drawn layers have long runs of one colour, which is converted once.
    let [last, red, green, blue] = [-1, 0, 0, 0]
    for (let i = 0; i < rgba.length; i += 4) {
      const [at0, at1, at2] = [rgba[i] as number, rgba[i + 1] as number, rgba[i + 2] as number]
      const packed = (at0 << 16) | (at1 << 8) | at2
      if (packed !== last) {
        last = packed
        const [r, g, b] = [reds[at0] as number, greens[at1] as number, blues[at2] as number]
        red = coded(rowR[0] * r + rowR[1] * g + rowR[2] * b)
        green = coded(rowG[0] * r + rowG[1] * g + rowG[2] * b)
        blue = coded(rowB[0] * r + rowB[1] * g + rowB[2] * b)
      }
      rgba[i] = red
      rgba[i + 1] = green
      rgba[i + 2] = blue
    }
  }
}

let encoding: Uint8Array | null = null

/** Returns the 8-bit codes of linear light by step; computed at the first call. */
function encodingTable(): Uint8Array {
  encoding ??= Uint8Array.from({ length: LINEAR_STEPS + 1 }, (_, i) => Math.round(255 * encodedOf(i / LINEAR_STEPS)))
  return encoding
}
