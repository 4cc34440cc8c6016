import { dilateSquare } from '#client/kit/base/morphology.ts'
import type { GridMask } from '#client/media/segmenter/segmentation.ts'
import { sampleRgb } from '#client/render/inpainting/smoothFill.ts'

/** Minimum coverage (0..255) of a pixel that is filled. */
const COVERED = 5
/** Width of the rim around the mask that is also filled, px. The rim's colours contain some of the object's colour. */
const RIM = 2

/** A level of the pyramid: RGB weighted by `weight` (0 = unknown, 1 = known), row-major. */
interface Level {
  width: number
  height: number
  rgb: Float32Array
  weight: Float32Array
}

/**
 * Fills the covered pixels of a reduced photo with the colours around them, as a placeholder until the background is
 * computed. Push-pull interpolation (Gortler et al., "The Lumigraph", 1996): ever coarser levels average the known
 * pixels and fill the hole smoothly. Returns straight RGBA, row-major, transparent outside the hole. `photo`: straight
 * RGBA of the mask's size.
 */
export function placeholderFill(photo: Uint8ClampedArray, mask: GridMask): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = mask
  const isHole = dilateSquare(mask.coverage, mask, RIM, COVERED)
  const finest: Level = {
    width,
    height,
    rgb: new Float32Array(3 * width * height),
    weight: Float32Array.from(isHole, (hole) => 1 - hole),
  }
  for (let at = 0; at < isHole.length; at++)
    if (!isHole[at]) for (let c = 0; c < 3; c++) finest.rgb[3 * at + c] = photo[4 * at + c] ?? 0
  fillLevel(finest)
  const out = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < isHole.length; at++) {
    if (!isHole[at]) continue
    out.set(finest.rgb.subarray(3 * at, 3 * at + 3), 4 * at)
    out[4 * at + 3] = 255
  }
  return out
}

/** Sets the colours of unknown pixels from the next coarser level. */
function fillLevel(level: Level): void {
  const { width, height, rgb, weight } = level
  if ((width === 1 && height === 1) || weight.every((known) => known === 1)) return
  const coarse = halved(level)
  fillLevel(coarse)
  for (let at = 0; at < weight.length; at++) {
    const missing = 1 - (weight[at] ?? 0)
    if (missing === 0) continue
    const [x, y] = [(at % width) / 2 - 0.25, Math.floor(at / width) / 2 - 0.25]
    for (let c = 0; c < 3; c++)
      rgb[3 * at + c] = (rgb[3 * at + c] ?? 0) + missing * sampleRgb(coarse.rgb, coarse, x, y, c)
  }
}

/** Returns the level at half the size. A pixel's weight is the sum of its four source pixels' weights, at most 1. */
function halved({ width, height, rgb, weight }: Level): Level {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half: Level = { width: w, height: h, rgb: new Float32Array(3 * w * h), weight: new Float32Array(w * h) }
  for (let at = 0; at < weight.length; at++) {
    const to = Math.floor(Math.floor(at / width) / 2) * w + Math.floor((at % width) / 2)
    half.weight[to] = (half.weight[to] ?? 0) + (weight[at] ?? 0)
    for (let c = 0; c < 3; c++) half.rgb[3 * to + c] = (half.rgb[3 * to + c] ?? 0) + (rgb[3 * at + c] ?? 0)
  }
  for (let at = 0; at < half.weight.length; at++) {
    const sum = Math.max(1, half.weight[at] ?? 0)
    half.weight[at] = (half.weight[at] ?? 0) / sum
    for (let c = 0; c < 3; c++) half.rgb[3 * at + c] = (half.rgb[3 * at + c] ?? 0) / sum
  }
  return half
}
