/** The background image: its map onto the canvas, and its source texture with enhancements and blur. */

import { type Affine, compose, scalingMatrix, translationMatrix } from '#client/kit/base/affine.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import { canvasSize, type ImageBackdrop } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, isNeutral, type TuneSet } from '#client/model/document/document.ts'
import type { PlaceablePicture } from '#client/render/photo/PlacedPicture.ts'

type Image = Immutable<ImageBackdrop>

/** Returns the map from px of the background image to document px. */
export function imageMap({ width, height, fit, position }: Image, doc: DocumentSnapshot): Affine {
  const canvas = canvasSize(doc)
  const [x, y] = [canvas.width / width, canvas.height / height]
  const scale = fit === 'contain' ? Math.min(x, y) : Math.max(x, y)
  if (fit === 'stretch' || fit === 'canvas') return scalingMatrix(x, y)
  return compose(
    translationMatrix(
      ((canvas.width - scale * width) * position.horizontal) / 100,
      ((canvas.height - scale * height) * position.vertical) / 100,
    ),
    scalingMatrix(scale),
  )
}

/**
 * Returns the source of a background image's pixels: the bitmap itself, or a branch (a separate render pass) for
 * enhancements or a blur. `blur`: standard deviation, document px; the variances of consecutive blurs add up. `isGain`:
 * paints the image's gain map, which needs a branch.
 */
export function imagePicture(
  bitmap: BitmapAsset,
  image: Image,
  doc: DocumentSnapshot,
  isGain = false,
): PlaceablePicture {
  const { a } = imageMap(image, doc)
  const set: Immutable<TuneSet> = doc.tune.background
  const blur = Math.hypot(set.blur, image.blur) / a
  if (!isGain && blur === 0 && isNeutral(set)) return { bitmap }
  return {
    branch: { photo: bitmap, matte: null, isOverItself: false, branch: { role: 'WHOLE', set: { ...set, blur } } },
  }
}
