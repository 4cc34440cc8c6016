import { jpegSegment, uint16 } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { iccProfileOf, iccSegments } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { compileOnce, encodeInStrips, StripEncoders } from '../../strips/encodeInStrips.ts'
import { planStrips } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { mcuSide } from './jpegStrip.ts'
import compiled from './kernel/encodeStrip.ts?wasm'
import { CHROMA_AC, CHROMA_DC, type HuffmanSpec, LUMA_AC, LUMA_DC, quantizationTables, ZIGZAG } from './tables.ts'

/** Returns the compiled kernel. Returns null if the browser lacks memory for its code. */
export const jpegKernel = compileOnce(compiled)

/**
 * Encodes a baseline JPEG, strip by strip. Ignores alpha, so the caller composites transparent images over a color
 * first. `quality`: 1..100. Fails with 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodeJpeg(
  source: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const code = jpegKernel()
  if (!code) return err('encode-failed')
  const { size, maxSide, colorSpace } = source
  const strips = planStrips(size, maxSide, mcuSide(quality))
  const encoded = await encodeInStrips(source, strips, new StripEncoders({ code, quality }, strips.length), options)
  if (!encoded.ok) return encoded
  const chunks = encoded.value.map(({ chunk }) => chunk)
  return ok(new Blob([jpegHead(size, quality, colorSpace), ...chunks, jpegTail()], { type: 'image/jpeg' }))
}

/** Second bytes of the segment markers (T.81, table B.1). The first byte is always 0xFF. */
const [SOF0, DHT, SOI, EOI, SOS, DQT, DRI, APP0] = [0xc0, 0xc4, 0xd8, 0xd9, 0xda, 0xdb, 0xdd, 0xe0]

/**
 * Returns all segments before the scan: SOI, APP0, APP2 with the profile, DQT, SOF0, DHT, DRI, SOS (T.81, B.2).
 * `quality`: 1..100, on libjpeg's scale. A JPEG without a profile is sRGB. No segment contains metadata.
 */
export function jpegHead(
  { width, height }: Size,
  quality: number,
  space: ColorSpace = 'srgb',
): Uint8Array<ArrayBuffer> {
  const side = mcuSide(quality)
  const tables = quantizationTables(quality)
  const inZigzagOrder = (values: Uint8Array) => Array.from(ZIGZAG, (at) => values[at] ?? 1)
  const lumaSampling = side === 8 ? 0x11 : 0x22
  return Uint8Array.from([
    ...[0xff, SOI],
    // APP0: JFIF 1.01, square px
    ...jpegSegment(APP0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...(space === 'srgb' ? [] : iccSegments(iccProfileOf(space)).flatMap((bytes) => [...bytes])),
    ...segment(DQT, [0, ...inZigzagOrder(tables.luma), 1, ...inZigzagOrder(tables.chroma)]),
    ...segment(SOF0, [8, ...uint16(height), ...uint16(width), 3, 1, lumaSampling, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(DHT, [
      ...[0x00, ...huffmanTable(LUMA_DC), 0x10, ...huffmanTable(LUMA_AC)],
      ...[0x01, ...huffmanTable(CHROMA_DC), 0x11, ...huffmanTable(CHROMA_AC)],
    ]),
    ...segment(DRI, uint16(Math.ceil(width / side))), // DRI: a restart marker after each row of MCUs
    ...segment(SOS, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}

/** Returns the marker EOI, which ends the file after the scan. */
export const jpegTail = (): Uint8Array<ArrayBuffer> => Uint8Array.from([0xff, EOI])

const segment = (marker: number, data: readonly number[]) => jpegSegment(marker, '', data)
const huffmanTable = ({ counts, symbols }: HuffmanSpec) => [...counts, ...symbols]
