/**
 * Converts HDR images to SDR. The functions run in the HEIC sandbox. Their source text is sent there, so each function
 * uses only its parameters, other functions that are sent, and every worker's own APIs.
 */
import type { Matrix3 } from '#client/kit/pixels/color-space/matrix3.ts'

export interface HdrEncoding {
  /** PQ and HLG: ITU-R BT.2100. */
  transfer: 'pq' | 'hlg'
  /** Matrix from the image's linear RGB to the result's linear RGB. */
  matrix: Matrix3
}

/** An image of RGBA bytes, row-major. */
export interface Plain {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
}

/** RGBA samples of one or two bytes, little-endian, as libheif returns them. */
export interface Samples {
  width: number
  height: number
  /** Bytes per row. */
  stride: number
  bits_per_pixel: number
  data: Uint8Array
}

/**
 * Returns the SDR version of HDR samples of two bytes. A luminance of 203 cd/m² becomes white (ITU-R BT.2408, 2.1). If
 * the image is brighter, the curve of ITU-R BT.2390, 5.4.1 compresses the highlights up to the image's peak. The gain
 * of the largest channel is applied to all channels, so hues don't change.
 */
export function toneMap(samples: Samples, { transfer, matrix }: HdrEncoding): Plain {
  const { width, height, stride, data, bits_per_pixel: depth } = samples
  const light = lightOfCodes(transfer, depth)
  const rowAt = (y: number) => new Uint16Array(data.buffer, data.byteOffset + y * stride, 4 * width)
  /** Writes the light of a pixel, cd/m², to `out` and returns its largest channel. */
  const read = (row: Uint16Array, x: number, out: Float64Array) => {
    for (let c = 0; c < 3; c++) out[c] = light[row[4 * x + c] ?? 0] ?? 0
    const [red = 0, green = 0, blue = 0] = out
    // The system gamma of HLG on a display of 1,000 cd/m² is 1.2 (ITU-R BT.2100, table 5, note 5f).
    const gain = transfer === 'pq' ? 1 : 1000 * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * gain
    return gain * Math.max(red, green, blue)
  }
  const pixel = new Float64Array(3)
  const histogram = new Uint32Array(1025)
  for (let y = 0; y < height; y += Math.max(1, Math.floor(height / 512)))
    for (let x = 0, row = rowAt(y); x < width; x++) {
      const bin = Math.ceil(1024 * nitsToPq(read(row, x, pixel)))
      histogram[bin] = (histogram[bin] ?? 0) + 1
    }
  const peak = Math.max(203, pqToNits(peakOf(histogram) / 1024))
  const [gains, bytes] = [highlightGains(peak), srgbBytes()]
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0, row = rowAt(y); x < width; x++) {
      const share = Math.sqrt(Math.min(1, read(row, x, pixel) / peak))
      const gain = gains[Math.round(4096 * share)] ?? 0
      const at = 4 * (y * width + x)
      for (let c = 0; c < 3; c++) {
        const [r = 0, g = 0, b = 0] = matrix[c] ?? []
        const value = gain * (r * (pixel[0] ?? 0) + g * (pixel[1] ?? 0) + b * (pixel[2] ?? 0))
        rgba[at + c] = bytes[Math.round(4096 * Math.sqrt(Math.min(1, Math.max(0, value))))] ?? 0
      }
      rgba[at + 3] = (255 * (row[4 * x + 3] ?? 0)) / (2 ** depth - 1)
    }
  return { width, height, data: rgba }
}

/**
 * Returns the light of each code value: cd/m² for PQ, scene light 0..1 for HLG (ITU-R BT.2100, tables 4 and 5).
 * `depth`: bits per sample.
 */
export function lightOfCodes(transfer: HdrEncoding['transfer'], depth: number): Float64Array {
  return Float64Array.from({ length: 2 ** depth }, (_, i) => {
    const code = i / (2 ** depth - 1)
    if (transfer === 'pq') return pqToNits(code)
    return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12
  })
}

/** Decodes a PQ value 0..1 to cd/m² (ITU-R BT.2100, table 4). */
export function pqToNits(code: number): number {
  const power = Math.max(0, code) ** (32 / 2523)
  return 10_000 * (Math.max(0, power - 3424 / 4096) / (2413 / 128 - (2392 / 128) * power)) ** (16384 / 2610)
}

/** Encodes a luminance in cd/m² as a PQ value 0..1. */
export function nitsToPq(nits: number): number {
  const power = Math.min(1, Math.max(0, nits / 10_000)) ** (2610 / 16384)
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32)
}

/** Returns the highest bin such that more than 1 in 10,000 values are in this bin or above. 0 if there is none. */
export function peakOf(histogram: Uint32Array): number {
  const enough = histogram.reduce((sum, count) => sum + count, 0) / 10_000
  let above = 0
  for (let bin = histogram.length - 1; bin > 0; bin--) {
    above += histogram[bin] ?? 0
    if (above > enough) return bin
  }
  return 0
}

/**
 * Returns a table of 4,097 factors that convert cd/m² to linear SDR light, where 1 is white. The index is 4,096 times
 * the square root of the largest channel's share of `peak`. `peak`: the image's largest luminance, at least 203 cd/m².
 * The curve is a Hermite spline in PQ space.
 */
export function highlightGains(peak: number): Float64Array {
  const white = 203
  const peakPq = nitsToPq(peak)
  const maximum = nitsToPq(white) / peakPq
  const knee = 1.5 * maximum - 0.5
  return Float64Array.from({ length: 4097 }, (_, i) => {
    const nits = peak * (Math.max(1, i) / 4096) ** 2
    const share = nitsToPq(nits) / peakPq
    if (share <= knee || peak <= white) return 1 / white
    const t = (share - knee) / (1 - knee)
    const [t2, t3] = [t * t, t * t * t]
    const out = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * maximum
    return pqToNits(out * peakPq) / nits / white
  })
}

/**
 * Returns a table of 4,097 sRGB bytes (IEC 61966-2-1). The index is 4,096 times the square root of the linear light,
 * 0..1.
 */
export function srgbBytes(): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 4097 }, (_, i) => {
    const light = (i / 4096) ** 2
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
  })
}
