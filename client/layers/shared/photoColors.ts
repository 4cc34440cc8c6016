import { pixelConversion } from '#client/kit/base/color-space/convertPixels.ts'
import type { Hex } from '#client/kit/base/fields.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { dominantColors } from './dominantColors.ts'
import { isBackground, isSubject, reducedCoverage, reducedPixels } from './reducedPixels.ts'

/** Distinct frequent sRGB colors of subject and background, the most frequent first. */
export interface PhotoColors {
  subject: readonly Hex[]
  background: readonly Hex[]
}

/** Maximum number of colors for the subject, and for the background. */
const COUNT = 6
/** Longer side of the reduced photo, px. */
const SIDE = 72

/**
 * Computes frequent sRGB colors of a document's photo. A worker reduces the photo. Resolves with null if there is no
 * photo, a segmentation or a 2D context, and when the photo was freed meanwhile.
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
    subject: dominantColors(pixels, weights(isSubject), COUNT),
    background: dominantColors(pixels, weights(isBackground), COUNT),
  }
}
