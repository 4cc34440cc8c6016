/** What stands around the scan of a JPEG. No metadata: nothing of the photo's EXIF goes out. */
import type { Size } from '#client/kit/base/geometry.ts'
import { unitSide } from './jpegStrip.ts'
import { CHROMA_AC, CHROMA_DC, type CodeSpec, LUMA_AC, LUMA_DC, stepsOf, ZIGZAG } from './tables.ts'

/** Everything before the scan's strips. Without a profile a JPEG is sRGB. */
export function jpegHead({ width, height }: Size, quality: number): Uint8Array<ArrayBuffer> {
  const side = unitSide(quality)
  const steps = stepsOf(quality)
  const inOrder = (values: Uint8Array) => Array.from(ZIGZAG, (at) => values[at] ?? 1)
  const lumaSampling = side === 8 ? 0x11 : 0x22
  return Uint8Array.from([
    ...[0xff, 0xd8],
    // JFIF 1.01, square px of no said size
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...inOrder(steps.luma), 1, ...inOrder(steps.chroma)]),
    ...segment(0xc0, [8, ...uint16(height), ...uint16(width), 3, 1, lumaSampling, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xc4, [
      ...[0x00, ...codes(LUMA_DC), 0x10, ...codes(LUMA_AC)],
      ...[0x01, ...codes(CHROMA_DC), 0x11, ...codes(CHROMA_AC)],
    ]),
    ...segment(0xdd, uint16(Math.ceil(width / side))), // a restart after each row of units
    ...segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}

/** Everything behind them. */
export const jpegTail = (): Uint8Array<ArrayBuffer> => Uint8Array.from([0xff, 0xd9])

const segment = (name: number, data: readonly number[]) => [0xff, name, ...uint16(data.length + 2), ...data]
const codes = ({ counts, symbols }: CodeSpec) => [...counts, ...symbols]
const uint16 = (value: number) => [value >> 8, value & 255]
