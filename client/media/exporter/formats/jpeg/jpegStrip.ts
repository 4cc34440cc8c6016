/**
 * One strip of a JPEG: whole rows of units, each row of units one restart interval (T.81, E.1.4). So a strip knows
 * nothing of the others, and strips are encoded at the same time on several threads and joined in order.
 */
import { roomFor } from '../../strips/reuseBuffer.ts'
import { BitWriter } from './bitWriter.ts'
import { factorsOf, quantised } from './dct.ts'
import { type Unit, unitOf } from './mcu.ts'
import { CHROMA_AC, CHROMA_DC, type Codes, codesOf, FINE_COLOUR, LUMA_AC, LUMA_DC, stepsOf } from './tables.ts'

export interface JpegStrip {
  width: number
  rows: number
  /** RGBA, row-major; alpha is not looked at. */
  rgba: Uint8Array
  /** The strip's first row, px; a whole number of units. */
  y: number
  /** The picture ends with it. */
  isLast: boolean
  /** 1 … 100. */
  quality: number
}

export interface EncodedJpegStrip {
  /** The strip's part of the scan: the first bytes of `memory`. */
  chunk: Uint8Array<ArrayBuffer>
}

/** Px per side of a unit: with coarse colours, four blocks of light and one of each colour. */
export const unitSide = (quality: number): 8 | 16 => (quality >= FINE_COLOUR ? 8 : 16)

const RST0 = 0xd0

export function createJpegEncoder() {
  const bits = new BitWriter()
  const coefficients = new Int16Array(64)
  const luma = { dc: codesOf(LUMA_DC), ac: codesOf(LUMA_AC) }
  const chroma = { dc: codesOf(CHROMA_DC), ac: codesOf(CHROMA_AC) }

  return (strip: JpegStrip, memory: ArrayBuffer): EncodedJpegStrip => {
    const { width, rows, quality } = strip
    const steps = stepsOf(quality)
    const [lumaFactors, chromaFactors] = [factorsOf(steps.luma), factorsOf(steps.chroma)]
    const side = unitSide(quality)
    const unit = unitOf(side)
    const unitRows = Math.ceil(rows / side)
    bits.clear()
    for (let row = 0; row < unitRows; row++) {
      const before = [0, 0, 0]
      for (let x = 0; x < width; x += side) {
        unit.read(strip, x, row * side)
        for (const block of unit.luma) before[0] = write(block, lumaFactors, luma, before[0] as number)
        before[1] = write(unit.cb, chromaFactors, chroma, before[1] as number)
        before[2] = write(unit.cr, chromaFactors, chroma, before[2] as number)
      }
      bits.align()
      const isEnd = strip.isLast && row === unitRows - 1
      if (!isEnd) bits.marker(RST0 + ((strip.y / side + row) % 8))
    }
    const written = bits.written()
    const chunk = roomFor(written.length, memory)
    chunk.set(written)
    return { chunk }
  }

  /** One block; its mean, which the next one is told from. */
  function write(block: Unit['cb'], factors: Float32Array, codes: { dc: Codes; ac: Codes }, before: number): number {
    quantised(block, factors, coefficients)
    const mean = coefficients[0] as number
    value(codes.dc, 0, mean - before)
    let zeros = 0
    for (let k = 1; k < 64; k++) {
      const level = coefficients[k] as number
      if (level === 0) {
        zeros++
        continue
      }
      for (; zeros > 15; zeros -= 16) symbol(codes.ac, SIXTEEN_ZEROS)
      value(codes.ac, zeros << 4, level)
      zeros = 0
    }
    if (zeros > 0) symbol(codes.ac, END_OF_BLOCK)
    return mean
  }

  function symbol(codes: Codes, name: number): void {
    bits.put(codes.bits[name] as number, codes.lengths[name] as number)
  }

  /** A symbol with the number of bits that follow it, and these: negative ones less one (T.81, F.1.2.1). */
  function value(codes: Codes, name: number, level: number): void {
    const size = 32 - Math.clz32(Math.abs(level))
    symbol(codes, name | size)
    if (size > 0) bits.put((level < 0 ? level - 1 : level) & ((1 << size) - 1), size)
  }
}

const END_OF_BLOCK = 0x00
const SIXTEEN_ZEROS = 0xf0
