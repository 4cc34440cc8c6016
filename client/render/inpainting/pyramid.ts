/** The image pyramid of the inpainting. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { dilateSquare, distanceInside, halvedMaximum } from '#client/kit/pixels/morphology.ts'
import { guideOf, type Inpainting, textureOf } from './levelFeatures.ts'
import { CHANNELS, GUIDE_CHANNELS, PATCH_RADIUS, WEIGHT_CHANNEL } from './parameters.ts'
import { COLOR_SCALE } from './patchKernel.ts'

/** One level of the image pyramid. All arrays are row-major. */
export interface Level extends Size {
  /** CHANNELS values per px (see `SearchProblem`). */
  features: Int16Array
  /** GUIDE_CHANNELS values per px (see `SearchProblem`). */
  guide: Int16Array
  /** One byte per px: 1 = the pixel must be filled. */
  hole: Uint8Array
  /** One byte per px: 1 = the pixel is in the hole or excluded, so its own features are undefined. */
  unknown: Uint8Array
}

/** Minimum side of the coarsest level, px. */
const MIN_SIDE = 5 * PATCH_RADIUS

/**
 * Returns the pyramid of an image with a hole, finest level first. In the coarsest level, the hole is at most about one
 * patch thick.
 */
export function pyramidOf(picture: Inpainting): Level[] {
  const { width, height, hole, excluded } = picture
  const thickness = 2 * distanceInside(hole, picture).reduce((most, d) => Math.max(most, d), 0)
  let count = 1
  while (thickness / 2 ** (count - 1) > 2 * PATCH_RADIUS + 1 && Math.min(width, height) / 2 ** count >= MIN_SIDE)
    count++

  const unknown = excluded ? hole.map((value, i) => value | (excluded[i] ?? 0)) : hole.slice()
  const texture = textureOf(picture, unknown, 2 ** (count - 1))
  const features = new Int16Array(CHANNELS * width * height)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) features[CHANNELS * i + c] = COLOR_SCALE * (picture.pixels[3 * i + c] ?? 0)
    features[CHANNELS * i + 3] = texture[2 * i] ?? 0
    features[CHANNELS * i + 4] = texture[2 * i + 1] ?? 0
    features[CHANNELS * i + WEIGHT_CHANNEL] = 1
  }
  const guide = guideOf(picture, unknown, thickness / 2)
  const levels: Level[] = [{ width, height, features, guide, hole, unknown }]
  // safe cast: the list starts with one level, so it is never empty
  while (levels.length < count) levels.push(coarsen(levels.at(-1) as Level))
  return levels
}

/**
 * Returns one byte per px: 1 = the patch around the pixel is within the image and has no unknown pixel, so it may be
 * copied.
 */
export function sourcesOf({ width, height, unknown }: Level): Uint8Array {
  const near = dilateSquare(unknown, { width, height }, PATCH_RADIUS)
  const isSource = new Uint8Array(width * height)
  for (let y = PATCH_RADIUS; y < height - PATCH_RADIUS; y++)
    for (let x = PATCH_RADIUS; x < width - PATCH_RADIUS; x++) isSource[y * width + x] = 1 - (near[y * width + x] ?? 0)
  return isSource
}

const BINOMIAL = [1, 4, 6, 4, 1]

/**
 * Halves a level. Features are binomial means of the known pixels. A pixel is unknown if one of its four pixels is
 * unknown.
 */
function coarsen(fine: Level): Level {
  const [width, height] = [Math.ceil(fine.width / 2), Math.ceil(fine.height / 2)]
  const features = halved(fine.features, CHANNELS, fine, fine.unknown)
  for (let i = 0; i < width * height; i++) features[CHANNELS * i + WEIGHT_CHANNEL] = 1
  const guide = halved(fine.guide, GUIDE_CHANNELS, fine, null)
  const [hole, unknown] = [halvedMaximum(fine.hole, fine), halvedMaximum(fine.unknown, fine)]
  return { width, height, features, guide, hole, unknown }
}

function halved(values: Int16Array, channels: number, fine: Size, skipped: Uint8Array | null): Int16Array {
  const [width, height] = [Math.ceil(fine.width / 2), Math.ceil(fine.height / 2)]
  const out = new Int16Array(channels * width * height)
  const sums = new Float64Array(channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let total = 0
      sums.fill(0)
      for (let j = -2; j <= 2; j++)
        for (let i = -2; i <= 2; i++) {
          const [fx, fy] = [2 * x + i, 2 * y + j]
          if (fx < 0 || fy < 0 || fx >= fine.width || fy >= fine.height) continue
          const at = fy * fine.width + fx
          if (skipped?.[at]) continue
          const weight = (BINOMIAL[i + 2] ?? 0) * (BINOMIAL[j + 2] ?? 0)
          total += weight
          for (let c = 0; c < channels; c++) sums[c] = (sums[c] ?? 0) + weight * (values[channels * at + c] ?? 0)
        }
      if (total === 0) continue
      for (let c = 0; c < channels; c++)
        out[channels * (y * width + x) + c] = Math.floor(((sums[c] ?? 0) + total / 2) / total)
    }
  return out
}
