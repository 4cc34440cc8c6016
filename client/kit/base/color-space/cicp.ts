/** Coding-independent code points (ITU-T H.273): colour spaces as numbers, in PNG's cICP and HEIF's nclx. */
import type { ColorSpace } from './colorSpace.ts'

/** Tables 2 and 3 of H.273. */
export interface Cicp {
  primaries: number
  transfer: number
}

const CODES: Readonly<Record<ColorSpace, Cicp>> = {
  srgb: { primaries: 1, transfer: 13 },
  'display-p3': { primaries: 12, transfer: 13 },
}

export const cicpOf = (space: ColorSpace): Cicp => CODES[space]

/** Null for spaces that are neither, such as those of HDR. */
export const spaceOfCicp = ({ primaries, transfer }: Cicp): ColorSpace | null =>
  (Object.keys(CODES) as ColorSpace[]).find(
    (space) => CODES[space].primaries === primaries && CODES[space].transfer === transfer,
  ) ?? null
