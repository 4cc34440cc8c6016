/**
 * Computes two features for comparing patches, in addition to their colors: their texture, and the colors of their
 * surroundings.
 */

import type { Size } from '#client/kit/geometry/geometry.ts'
import { GUIDE_CHANNELS, GUIDE_ONE } from './parameters.ts'
import { COLOR_SCALE, MAX_FEATURE } from './patchKernel.ts'

/** An image to complete. */
export interface Inpainting extends Size {
  /** RGB bytes, row-major. */
  pixels: Uint8Array
  /** One byte per pixel: 1 = the pixel must be filled. */
  hole: Uint8Array
  /**
   * One byte per pixel: 1 = the pixel is neither filled nor copied. Such pixels are transparent, or the subject in
   * `tests/eval/inpainting`.
   */
  excluded?: Uint8Array
}

/**
 * Weight of a texture feature relative to a color (Newson et al. 2017: λ = 50 over a patch of 49 px). Each of the two
 * texture features is worth about five colors, chosen by tests on photos.
 */
const TEXTURE_SCALE = 2.2 * COLOR_SCALE
/** The guide's window as a fraction of the hole's half thickness. Values from 0.1 to 0.6 were tested. */
const GUIDE_SHARE = 0.3
const GUIDE_PASSES = 3

/**
 * Returns the texture features of each pixel (Newson et al. 2017, 3.3): the means of |∂x| and |∂y| of luma over the
 * known pixels in a square of 2 × reach + 1 px. The array is row-major with two numbers per px, at most MAX_FEATURE.
 * `unknown`: one byte per px, 1 = in the hole or excluded. With colors alone, smooth patches would match everything.
 */
export function textureOf(picture: Inpainting, unknown: Uint8Array, reach: number): Int16Array {
  const { width, height, pixels } = picture
  const luma = (at: number) => {
    const i = 3 * at
    return 299 * (pixels[i] ?? 0) + 587 * (pixels[i + 1] ?? 0) + 114 * (pixels[i + 2] ?? 0)
  }
  const stride = width + 1
  const createTable = () => new Float64Array(stride * (height + 1))
  const [across, down, known] = [createTable(), createTable(), createTable()]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const [right, below] = [x + 1 < width ? at + 1 : at, y + 1 < height ? at + width : at]
      const isKnown = unknown[at] || unknown[right] || unknown[below] ? 0 : 1
      const to = (y + 1) * stride + x + 1
      const add = (table: Float64Array, value: number) => {
        table[to] = value + (table[to - 1] ?? 0) + (table[to - stride] ?? 0) - (table[to - stride - 1] ?? 0)
      }
      add(across, isKnown * Math.abs(luma(right) - luma(at)))
      add(down, isKnown * Math.abs(luma(below) - luma(at)))
      add(known, isKnown)
    }
  const out = new Int16Array(2 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const [top, bottom] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride]
      const sum = (table: Float64Array) =>
        (table[bottom + right] ?? 0) -
        (table[top + right] ?? 0) -
        (table[bottom + left] ?? 0) +
        (table[top + left] ?? 0)
      const count = sum(known)
      if (count === 0) continue
      const feature = (table: Float64Array) =>
        Math.min(MAX_FEATURE, Math.floor((TEXTURE_SCALE * sum(table)) / (1000 * count)))
      out[2 * (y * width + x)] = feature(across)
      out[2 * (y * width + x) + 1] = feature(down)
    }
  return out
}

/**
 * Returns the guide: for each pixel, the low-passed colors of the known surroundings (three box filters) and their
 * weight. The weight is the known fraction of the window to the power of ¾, so it is high near the hole's rim and low
 * deep inside. The array is row-major with GUIDE_CHANNELS numbers per px. `unknown`: see `textureOf`. `halfThickness`:
 * half the hole's thickness, px.
 */
export function guideOf(picture: Inpainting, unknown: Uint8Array, halfThickness: number): Int16Array {
  const { width, height, pixels } = picture
  let planes = new Float64Array(4 * width * height)
  for (let i = 0; i < width * height; i++) {
    if (unknown[i]) continue
    for (let c = 0; c < 3; c++) planes[4 * i + c] = COLOR_SCALE * (pixels[3 * i + c] ?? 0)
    planes[4 * i + 3] = 1
  }
  const reach = Math.max(3, Math.floor(GUIDE_SHARE * halfThickness))
  for (let pass = 0; pass < GUIDE_PASSES; pass++) {
    planes = boxSums(planes, { lines: height, lineStep: 4 * width, length: width, step: 4 }, reach)
    planes = boxSums(planes, { lines: width, lineStep: 4, length: height, step: 4 * width }, reach)
    for (let i = 0; i < planes.length; i++) planes[i] = (planes[i] ?? 0) / (2 * reach + 1) ** 2
  }
  const guide = new Int16Array(GUIDE_CHANNELS * width * height)
  for (let i = 0; i < width * height; i++) {
    const known = planes[4 * i + 3] ?? 0
    const isKnown = known > 1e-6
    for (let c = 0; c < 3; c++)
      guide[4 * i + c] = Math.floor(isKnown ? (planes[4 * i + c] ?? 0) / known + 0.5 : 128 * COLOR_SCALE)
    const root = Math.sqrt(Math.min(1, Math.max(0, known)))
    guide[4 * i + 3] = Math.floor(GUIDE_ONE * root * Math.sqrt(root))
  }
  return guide
}

/**
 * Returns the sums over 2 × reach + 1 values of each line, with four interleaved channels. Values beyond the ends count
 * as 0.
 */
function boxSums(
  values: Float64Array<ArrayBuffer>,
  { lines, lineStep, length, step }: { lines: number; lineStep: number; length: number; step: number },
  reach: number,
): Float64Array<ArrayBuffer> {
  const out = new Float64Array(values.length)
  for (let line = 0; line < lines; line++)
    for (let c = 0; c < 4; c++) {
      const start = line * lineStep + c
      let sum = 0
      for (let i = -reach; i < length; i++) {
        if (i + reach < length) sum += values[start + (i + reach) * step] ?? 0
        if (i - reach - 1 >= 0) sum -= values[start + (i - reach - 1) * step] ?? 0
        if (i >= 0) out[start + i * step] = sum
      }
    }
  return out
}
