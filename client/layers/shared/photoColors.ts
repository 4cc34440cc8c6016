/** The photo's own colours: frequent ones of the subject and of the background. */
import { pixelConversion } from '../../kit/base/color-space/convertPixels.ts'
import type { Hex } from '../../kit/base/fields.ts'
import { colorSpaceOf } from '../../model/assets/bitmapColorSpace.ts'
import type { AssetStore } from '../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { dominantColors } from './dominantColors.ts'

/** Distinct frequent colours of the photo's subject and of its background, the most prominent first; sRGB. */
export interface PhotoColors {
  subject: readonly Hex[]
  background: readonly Hex[]
}

/** Colours per part. */
const COUNT = 6
/** Longer side of the reduced photo, px. */
const SIDE = 72

/**
 * Computes the colours of the photo of a document, in sRGB. The photo is reduced off the main thread; a few thousand pixels are
 * left to count. Resolves with null without a photo, before the separation, and when the photo was freed meanwhile.
 */
export async function computePhotoColors(doc: DocumentSnapshot, assets: AssetStore): Promise<PhotoColors | null> {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const matte = matteOf(doc, assets)
  if (!photo || !matte) return null
  const scale = SIDE / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const reduced = await createImageBitmap(photo.bitmap, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'low',
  }).catch(() => null) // the photo was closed
  if (!reduced) return null
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context?.drawImage(reduced, 0, 0)
  reduced.close()
  const pixels = context?.getImageData(0, 0, width, height).data
  if (!pixels) return null
  pixelConversion(colorSpaceOf(photo.bitmap), 'srgb')(pixels)
  const coverage = Array.from({ length: width * height }, (_, i) => {
    const x = Math.floor((((i % width) + 0.5) * matte.width) / width)
    const y = Math.floor(((Math.floor(i / width) + 0.5) * matte.height) / height)
    return matte.coverage[y * matte.width + x] ?? 0
  })
  // Pixels of the edge are a mixture of both, so neither counts them.
  const weights = (isWanted: (covered: number) => boolean) => coverage.map((covered) => Number(isWanted(covered)))
  return {
    subject: dominantColors(
      pixels,
      weights((covered) => covered > 230),
      COUNT,
    ),
    background: dominantColors(
      pixels,
      weights((covered) => covered < 25),
      COUNT,
    ),
  }
}
