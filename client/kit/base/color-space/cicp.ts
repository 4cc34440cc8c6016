import type { ColorSpace } from './colorSpace.ts'

/**
 * A colour space as coding-independent code points (tables 2 and 3 of ITU-T H.273), as PNG's cICP chunk and HEIF's nclx
 * box hold it.
 */
export interface Cicp {
  primaries: number
  transfer: number
}

const CODES: Readonly<Record<ColorSpace, Cicp>> = {
  srgb: { primaries: 1, transfer: 13 },
  'display-p3': { primaries: 12, transfer: 13 },
}

/** Returns the code points of a space. */
export const cicpOf = (space: ColorSpace): Cicp => CODES[space]

/** The code in tables 2 and 3 of a file that does not say its colours; they count as sRGB. */
const UNSPECIFIED = 2

/**
 * Returns the space with these code points; 'srgb' also where both are unspecified (2); null for other spaces, such as
 * those of HDR.
 */
export function spaceOfCicp({ primaries, transfer }: Cicp): ColorSpace | null {
  if (primaries === UNSPECIFIED && transfer === UNSPECIFIED) return 'srgb'
  const spaces = Object.keys(CODES) as ColorSpace[] // the keys of that record
  return spaces.find((space) => CODES[space].primaries === primaries && CODES[space].transfer === transfer) ?? null
}
