import { concatBytes, jpegSegment, latin, uint16, uint32 } from '../../bytes/bytes.ts'
import {
  type Cicp,
  type ColorSpace,
  chromaticAdaptation,
  D50_XYZ,
  D65,
  PRIMARIES,
  type Primaries,
  rgbToD50,
} from './colorSpace.ts'
import { transposed, type Vector3 } from './matrix3.ts'

const NAMES: Readonly<Record<ColorSpace, string>> = { srgb: 'sRGB', 'display-p3': 'Display P3' }
const HEADER_BYTES = 128
const VERSION = 0x04_40_00_00
/** Parameters g, a, b, c and d of sRGB's transfer function as function type 3 (ICC.1:2022, 10.18). */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

/** Parameters g, a, b, c and d of the inverse transfer function of BT.709 and BT.2020 (ITU-R BT.2020, table 4). */
const BT_2020_CURVE = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081]
/** Primaries of ITU-R BT.2020, table 3. */
export const BT_2020: Primaries = [
  [0.708, 0.292],
  [0.17, 0.797],
  [0.131, 0.046],
]

/** Returns the ICC profile of a space, about 500 bytes. The same space always gives the same bytes. */
export const iccProfileOf = (space: ColorSpace): Uint8Array<ArrayBuffer> =>
  matrixProfile(NAMES[space], PRIMARIES[space], SRGB_CURVE)

/**
 * Returns the ICC profile for the BT.2020 code points without HDR, or null for other code points. Four codes in table 3
 * of ITU-T H.273 name the transfer function of BT.709 and BT.2020.
 */
export function wideProfileOfCicp({ primaries, transfer }: Cicp): Uint8Array<ArrayBuffer> | null {
  if (primaries !== 9) return null
  if (transfer === 13) return matrixProfile('Rec. 2020', BT_2020, SRGB_CURVE)
  return [1, 6, 14, 15].includes(transfer) ? matrixProfile('Rec. 2020', BT_2020, BT_2020_CURVE) : null
}

/** Returns a profile (ICC.1:2022, version 4.4) with the required tags of a matrix profile. The white is D65. */
function matrixProfile(name: string, primaries: Primaries, parameters: readonly number[]): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = transposed(rgbToD50(primaries))
  const white: Vector3 = [D65[0] / D65[1], 1, (1 - D65[0] - D65[1]) / D65[1]]
  const curve = data('para', [...uint16(3), 0, 0, ...parameters.flatMap(fixed)])
  const tags: (readonly [string, number[]])[] = [
    ['desc', encodeText(name)],
    ['cprt', encodeText('CC0')],
    ['wtpt', xyz(D50_XYZ)],
    ['chad', data('sf32', chromaticAdaptation(white, D50_XYZ).flat().flatMap(fixed))],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = [...uint32(tags.length)]
  const body: number[] = []
  const places = new Map<number[], number>() // equal curves share their bytes in the file
  for (const [name, bytes] of tags) {
    const known = places.get(bytes)
    const at = known ?? HEADER_BYTES + 4 + 12 * tags.length + body.length
    if (known === undefined) body.push(...bytes, ...Array<number>(-bytes.length & 3).fill(0))
    places.set(bytes, at)
    table.push(...latin(name), ...uint32(at), ...uint32(bytes.length))
  }
  return Uint8Array.from([...header(HEADER_BYTES + table.length + body.length), ...table, ...body])
}

/** Returns the profile header (ICC.1:2022, 7.2). The creation date is constant, so equal spaces give equal bytes. */
const header = (size: number): number[] => [
  ...uint32(size),
  ...uint32(0), // no preferred color management module (CMM)
  ...uint32(VERSION),
  ...latin('mntrRGB XYZ '),
  ...[2025, 1, 1, 0, 0, 0].flatMap(uint16),
  ...latin('acsp'),
  ...Array<number>(28).fill(0), // platform, flags, manufacturer, model, attributes, perceptual intent: all 0
  ...D50_XYZ.flatMap(fixed),
  ...Array<number>(48).fill(0), // creator, profile ID and reserved bytes: all 0
]

const data = (type: string, bytes: readonly number[]): number[] => [...latin(type), 0, 0, 0, 0, ...bytes]
const xyz = (value: Vector3): number[] => data('XYZ ', value.flatMap(fixed))
/** Returns a multiLocalizedUnicodeType with one English record (ICC.1:2022, 10.15). */
const encodeText = (text: string): number[] =>
  data('mluc', [
    ...[1, 12].flatMap(uint32),
    ...latin('enUS'),
    ...[2 * text.length, 28].flatMap(uint32),
    ...latin(text).flatMap(uint16),
  ])

const fixed = (value: number): number[] => uint32(Math.round(value * 65_536) >>> 0)

const APP2 = 0xe2
const NAME = 'ICC_PROFILE\0'
/** Maximum size of the data in an APP2 segment, bytes. The 16-bit length counts itself, the name and two more bytes. */
const MAX_SEGMENT_DATA = 0xffff - 2 - NAME.length - 2

/** Returns the numbered APP2 segments that embed an ICC profile in a JPEG (ICC.1:2022, B.4). */
export function iccSegments(profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(profile.length / MAX_SEGMENT_DATA)
  return Array.from({ length: count }, (_, i) => {
    const data = profile.subarray(i * MAX_SEGMENT_DATA, (i + 1) * MAX_SEGMENT_DATA)
    return jpegSegment(APP2, NAME, concatBytes([Uint8Array.of(i + 1, count), data]))
  })
}
