/**
 * Encodes strips of a JPEG with the WebAssembly kernel. A strip consists of whole rows of MCUs. Each row of MCUs is one
 * restart interval (T.81, E.1.4), so strips do not depend on each other. Several workers encode strips at the same
 * time. The encoded strips are joined in order.
 */
import { growMemory } from '#client/kit/bytes/bytes.ts'
import type { EncodeStrip } from '../../strips/paintStrips.ts'
import {
  CHROMA_AC,
  CHROMA_DC,
  FULL_CHROMA_QUALITY,
  type HuffmanSpec,
  huffmanCodes,
  LUMA_AC,
  LUMA_DC,
  quantizationTables,
  ZIGZAG,
} from './tables.ts'

/** Returns the side of an MCU, in px. 8: chroma 4:4:4. 16: chroma 4:2:0 with four luma blocks and two chroma blocks. */
export const mcuSide = (quality: number): 8 | 16 => (quality >= FULL_CHROMA_QUALITY ? 8 : 16)

type Address = WebAssembly.Global<'i32'>

/** The exports of kernel/encodeStrip.ts. Addresses are bytes from the start of `memory`. */
interface Kernel {
  memory: WebAssembly.Memory
  STRIP_BUFFERS: Address
  ZIGZAG_ORDER: Address
  LUMA_FACTORS: Address
  CHROMA_FACTORS: Address
  LUMA_DC_CODES: Address
  LUMA_AC_CODES: Address
  CHROMA_DC_CODES: Address
  CHROMA_AC_CODES: Address
  encodeStrip(
    pixels: number,
    width: number,
    rows: number,
    side: number,
    restart: number,
    isLast: boolean,
    chunk: number,
  ): number
}

/**
 * Returns a function that encodes strips of whole rows of MCUs into their parts of the scan. Ignores alpha. `quality`:
 * 1..100. The last strip does not end with a restart marker. A chunk is valid until the next call.
 * @throws RangeError or a trap when the browser runs out of memory
 */
export function createJpegStripEncoder(code: WebAssembly.Module, quality: number): EncodeStrip {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // safe cast: the module is compiled from kernel/encodeStrip.ts
  fillTables(kernel, quality)
  const side = mcuSide(quality)

  return function encodeStrip({ width, rows, y, isLast, rgba }) {
    const pixels = kernel.STRIP_BUFFERS.value
    const chunk = pixels + rgba.length
    growMemory(kernel.memory, chunk)
    new Uint8Array(kernel.memory.buffer).set(rgba, pixels)
    const end = kernel.encodeStrip(pixels, width, rows, side, (y / side) % 8, isLast, chunk)
    return { chunk: new Uint8Array(kernel.memory.buffer, chunk, end - chunk) }
  }
}

/** Scale factors per row and column: the outputs of the kernel's DCT divided by the DCT coefficients. */
const AAN_SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379]

/**
 * Returns the factor of each coefficient, row-major: 1 / (quantization step × scale factors of the DCT). `steps`: 64
 * quantization steps.
 */
const scaleFactors = (steps: Uint8Array): Float32Array =>
  Float32Array.from(steps, (step, i) => 1 / (step * (AAN_SCALES[i >> 3] ?? 1) * (AAN_SCALES[i & 7] ?? 1) * 8))

function fillTables({ memory, ...addresses }: Kernel, quality: number) {
  const tables = quantizationTables(quality)
  const [luma, chroma] = [scaleFactors(tables.luma), scaleFactors(tables.chroma)]
  new Uint8Array(memory.buffer).set(ZIGZAG, addresses.ZIGZAG_ORDER.value)
  new Float64Array(memory.buffer, addresses.LUMA_FACTORS.value).set(luma)
  new Float64Array(memory.buffer, addresses.CHROMA_FACTORS.value).set(chroma)
  const putCodes = ({ value }: Address, spec: HuffmanSpec) => {
    const { bits, lengths } = huffmanCodes(spec)
    new Uint32Array(memory.buffer, value).set(Array.from(bits, (code, symbol) => 32 * code + (lengths[symbol] ?? 0)))
  }
  putCodes(addresses.LUMA_DC_CODES, LUMA_DC)
  putCodes(addresses.LUMA_AC_CODES, LUMA_AC)
  putCodes(addresses.CHROMA_DC_CODES, CHROMA_DC)
  putCodes(addresses.CHROMA_AC_CODES, CHROMA_AC)
}
