/** Makes ICC profiles of color spaces wider than sRGB. */
import { wideProfileOfCicp } from '#client/kit/pixels/color-space/iccProfileOf.ts'

/** The columns of the matrix from linear RGB to XYZ (relative to D50), and the exponent of the curve. */
interface WideSpace {
  columns: readonly (readonly [number, number, number])[]
  gamma: number
}

/** ROMM RGB (ISO 22028-2, ProPhoto). */
export const PROPHOTO = {
  columns: [
    [0.79767, 0.28804, 0],
    [0.13519, 0.71188, 0],
    [0.03134, 0.00009, 0.82491],
  ],
  gamma: 1.8,
} satisfies WideSpace

/** Adobe RGB (1998). */
const ADOBE_RGB = {
  columns: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  gamma: 563 / 256,
} satisfies WideSpace

/** Index of the tag rXYZ in the product's profiles. */
const FIRST_COLUMN = 4

/** Returns the product's BT.2020 profile with the matrix and curve of a different space. */
function wideProfile({ columns, gamma }: WideSpace): Uint8Array {
  const profile = wideProfileOfCicp({ primaries: 9, transfer: 13 }) ?? new Uint8Array(0)
  const view = new DataView(profile.buffer)
  const tagAt = (index: number) => view.getUint32(132 + 12 * index + 4)
  for (const [i, column] of columns.entries())
    for (const [k, value] of column.entries())
      view.setInt32(tagAt(FIRST_COLUMN + i) + 8 + 4 * k, Math.round(value * 65_536))
  const curve = tagAt(FIRST_COLUMN + 3)
  view.setUint16(curve + 8, 0) // type 0: the curve is a gamma
  view.setInt32(curve + 12, Math.round(gamma * 65_536))
  return profile
}

export const WIDE_PROFILES = {
  'Adobe RGB': wideProfile(ADOBE_RGB),
  ProPhoto: wideProfile(PROPHOTO),
  'Rec. 2020': wideProfileOfCicp({ primaries: 9, transfer: 1 }),
  'Rec. 2020 with the curve of sRGB': wideProfileOfCicp({ primaries: 9, transfer: 13 }),
} as const satisfies Readonly<Record<string, Uint8Array | null>>
