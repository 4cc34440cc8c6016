/**
 * Encodes one strip of a JPEG: whole rows of MCUs. Each row of MCUs is one restart interval (T.81, E.1.4), so strips do
 * not depend on each other. Several workers encode strips at the same time. The encoded strips are joined in order.
 */
import type { EncodedStrip, EncodeStrip, Strip } from '../../strips/paintStrips.ts'
import { createMcu, type Mcu, quantizedDct, scaleFactors } from './mcu.ts'
import {
  CHROMA_AC,
  CHROMA_DC,
  FULL_CHROMA_QUALITY,
  type HuffmanCodes,
  huffmanCodes,
  LUMA_AC,
  LUMA_DC,
  quantizationTables,
} from './tables.ts'

/** Returns the side of an MCU, px. 8: chroma 4:4:4. 16: chroma 4:2:0 with four luma blocks and two chroma blocks. */
export const mcuSide = (quality: number): 8 | 16 => (quality >= FULL_CHROMA_QUALITY ? 8 : 16)

const RST0 = 0xd0

/**
 * Returns a function that encodes strips of whole rows of MCUs into their parts of the scan. Ignores alpha. `quality`:
 * 1..100. The last strip does not end with a restart marker.
 */
export function createJpegStripEncoder(quality: number): EncodeStrip {
  const bits = new BitWriter()
  const coefficients = new Int16Array(64)
  const luma = { dc: huffmanCodes(LUMA_DC), ac: huffmanCodes(LUMA_AC) }
  const chroma = { dc: huffmanCodes(CHROMA_DC), ac: huffmanCodes(CHROMA_AC) }
  const tables = quantizationTables(quality)
  const [lumaFactors, chromaFactors] = [scaleFactors(tables.luma), scaleFactors(tables.chroma)]
  const side = mcuSide(quality)
  const mcu = createMcu(side)

  return (strip: Strip): EncodedStrip => {
    const mcuRows = Math.ceil(strip.rows / side)
    bits.clear()
    for (let row = 0; row < mcuRows; row++) {
      const dcPredictors = [0, 0, 0]
      for (let x = 0; x < strip.width; x += side) {
        mcu.read(strip, x, row * side)
        for (const block of mcu.luma) dcPredictors[0] = encodeBlock(block, lumaFactors, luma, dcPredictors[0] as number)
        for (const [i, block] of [mcu.cb, mcu.cr].entries()) {
          const predictor = dcPredictors[i + 1] as number
          dcPredictors[i + 1] = encodeBlock(mcu.isGrey ? null : block, chromaFactors, chroma, predictor)
        }
      }
      bits.align()
      const isEnd = strip.isLast && row === mcuRows - 1
      if (!isEnd) bits.marker(RST0 + ((strip.y / side + row) % 8))
    }
    return { chunk: bits.written() }
  }

  /**
   * Writes one block. Null as the block means that all coefficients are 0. Returns the block's DC coefficient, which
   * predicts the DC coefficient of the component's next block (T.81, F.1.1.5).
   */
  function encodeBlock(
    block: Mcu['cb'] | null,
    factors: Float32Array,
    codes: { dc: HuffmanCodes; ac: HuffmanCodes },
    predictor: number,
  ): number {
    if (block) quantizedDct(block, factors, coefficients)
    else coefficients.fill(0)
    const dc = coefficients[0] as number
    putAmplitude(codes.dc, 0, dc - predictor)
    let run = 0
    for (let k = 1; k < 64; k++) {
      const level = coefficients[k] as number
      if (level === 0) {
        run++
        continue
      }
      for (; run > 15; run -= 16) putSymbol(codes.ac, ZRL)
      putAmplitude(codes.ac, run << 4, level)
      run = 0
    }
    if (run > 0) putSymbol(codes.ac, EOB)
    return dc
  }

  function putSymbol(codes: HuffmanCodes, symbol: number): void {
    bits.put(codes.bits[symbol] as number, codes.lengths[symbol] as number)
  }

  /**
   * Writes a symbol that contains the amplitude's size, then the amplitude. Negative amplitudes are written minus 1
   * (T.81, F.1.2.1).
   */
  function putAmplitude(codes: HuffmanCodes, runBits: number, level: number): void {
    const size = 32 - Math.clz32(Math.abs(level))
    putSymbol(codes, runBits | size)
    if (size > 0) bits.put((level < 0 ? level - 1 : level) & ((1 << size) - 1), size)
  }
}

/** Symbols for the end of a block and for a run of sixteen zeros (T.81, F.1.2.2.1). */
const EOB = 0x00
const ZRL = 0xf0

/** Writes the bits of a scan, most significant bit first. Adds a stuffed 0x00 after each byte 0xFF (T.81, B.1.1.5). */
class BitWriter {
  private bytes = new Uint8Array(1 << 16)
  private length = 0
  private held = 0
  private count = 0

  /** Writes the lowest `count` bits of `bits`. `count` is at most 16. */
  put(bits: number, count: number): void {
    this.held = (this.held << count) | bits
    this.count += count
    while (this.count >= 8) {
      this.count -= 8
      const value = (this.held >>> this.count) & 255
      this.byte(value)
      if (value === 0xff) this.byte(0)
    }
    this.held &= (1 << this.count) - 1
  }

  /** Fills the last byte with ones (T.81, F.1.2.3). */
  align(): void {
    if (this.count > 0) this.put((1 << (8 - this.count)) - 1, 8 - this.count)
  }

  /** Writes the marker 0xFF `code`. Call `align` before. */
  marker(code: number): void {
    this.byte(0xff)
    this.byte(code)
  }

  /** Returns all bytes written since the last `clear`. The returned array is valid until the next `clear`. */
  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = value
  }
}
