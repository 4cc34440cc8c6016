import { type ColorSpace, conversionMatrix, encodedOf, linearOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { inverse, type Matrix3, multiplied } from './matrix3.ts'
import type { IccProfile } from './readIccProfile.ts'

/** Converts RGBA bytes with straight alpha, in place; colours outside the target space are clipped, alpha is kept. */
export type ConvertPixels = (rgba: Uint8Array | Uint8ClampedArray) => void

/** Entries of the table that encodes linear light: steps of 1/65 535, finer than a third of a code in the darkest greys. */
const LINEAR_STEPS = 65_535

/** Returns the conversion between two spaces. */
export function pixelConversion(from: ColorSpace, to: ColorSpace): ConvertPixels {
  if (from === to) return () => {}
  const decoded = decodingTable(linearOf)
  return conversion([decoded, decoded, decoded], conversionMatrix(from, to))
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
    for (let i = 0; i < rgba.length; i += 4) {
      const r = reds[rgba[i] as number] as number
      const g = greens[rgba[i + 1] as number] as number
      const b = blues[rgba[i + 2] as number] as number
      rgba[i] = coded(rowR[0] * r + rowR[1] * g + rowR[2] * b)
      rgba[i + 1] = coded(rowG[0] * r + rowG[1] * g + rowG[2] * b)
      rgba[i + 2] = coded(rowB[0] * r + rowB[1] * g + rowB[2] * b)
    }
  }
}

let encoding: Uint8Array | null = null

/** Returns the 8-bit codes of linear light by step; computed at the first call. */
function encodingTable(): Uint8Array {
  encoding ??= Uint8Array.from({ length: LINEAR_STEPS + 1 }, (_, i) => Math.round(255 * encodedOf(i / LINEAR_STEPS)))
  return encoding
}
