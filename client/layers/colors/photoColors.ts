import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { distance, okLab } from '#client/kit/pixels/color-space/okLab.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { isBackgroundPixel, isCovered, reducedCoverage, reducedPixels } from './reducedPixels.ts'

/**
 * Frequent sRGB colors of the subject and of the background. Colors in a list clearly differ, and the first is the most
 * frequent.
 */
export interface PhotoColors {
  subject: readonly Hex[]
  background: readonly Hex[]
}

/** Maximum number of colors for the subject, and for the background. */
const COUNT = 6
/** Longer side of the downscaled photo, px. */
const SIDE = 72

/**
 * Computes the frequent sRGB colors of a document's photo. A worker downscales the photo. Resolves with null if the
 * photo, its mask or a 2D context is missing, or if the photo was freed in the meantime.
 */
export async function computePhotoColors(doc: DocumentSnapshot, assets: AssetStore): Promise<PhotoColors | null> {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const matte = matteOf(doc, assets)
  if (!photo || !matte) return null
  const small = await reducedPixels(photo.bitmap, SIDE)
  if (!small) return null
  const { pixels } = small
  pixelConversion(colorSpaceOf(photo.bitmap), 'srgb')(pixels)
  const coverage = reducedCoverage(matte, small)
  const weights = (isWanted: (covered: number) => boolean) => coverage.map((covered) => Number(isWanted(covered)))
  return {
    subject: dominantColors(pixels, weights(isCovered), COUNT),
    background: dominantColors(pixels, weights(isBackgroundPixel), COUNT),
  }
}

/** Bits per channel of a histogram bin. */
const BITS = 4
/** Minimum OKLab distance between two colors that look different. */
const LEAST_DISTANCE = 0.05
/** Color distances above this OKLab distance don't raise a color's score further. */
const FULL_DISTANCE = 0.3

interface Bin {
  /** Sum of the weights of the bin's pixels. */
  weight: number
  rgb: [number, number, number]
}

/**
 * Returns at most `count` frequent colors that clearly differ in OKLab. The first is the most frequent color. Each
 * additional color maximizes √frequency × distance to the nearest selected color, so that a small bright object is
 * found next to a large plain area. `pixels`: RGBA, 8-bit sRGB. `weights`: a weight ≥ 0 for each pixel.
 */
export function dominantColors(pixels: Uint8ClampedArray, weights: ArrayLike<number>, count: number): Hex[] {
  const colors = [...histogram(pixels, weights).values()].map(({ weight, rgb }) => {
    const mean = rgb.map((sum) => sum / weight) as [number, number, number]
    return { weight, mean, lab: okLab(mean) }
  })
  const chosen: typeof colors = []
  while (chosen.length < count) {
    let [best, bestScore] = [-1, 0]
    for (const [i, { weight, lab }] of colors.entries()) {
      const nearest = Math.min(FULL_DISTANCE, ...chosen.map((other) => distance(lab, other.lab)))
      const score = nearest < LEAST_DISTANCE ? 0 : Math.sqrt(weight) * nearest
      if (score > bestScore) [best, bestScore] = [i, score]
    }
    const next = colors[best]
    if (!next) break
    chosen.push(next)
  }
  return chosen.map(({ mean }) => hexOf(mean))
}

function histogram(pixels: Uint8ClampedArray, weights: ArrayLike<number>): Map<number, Bin> {
  const bins = new Map<number, Bin>()
  for (let i = 0; i < weights.length; i++) {
    const weight = (weights[i] ?? 0) * (pixels[4 * i + 3] ?? 0)
    if (weight <= 0) continue
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * i, 4 * i + 3)
    const drop = 8 - BITS
    const key = ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop)
    const bin = bins.get(key) ?? { weight: 0, rgb: [0, 0, 0] }
    bins.set(key, bin)
    bin.weight += weight
    bin.rgb[0] += weight * red
    bin.rgb[1] += weight * green
    bin.rgb[2] += weight * blue
  }
  return bins
}
