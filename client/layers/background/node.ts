/**
 * The node of the background layer. It paints the photo, a color or an image, or nothing if the background is
 * transparent.
 */
import { Container } from 'pixi.js'
import { type Affine, compose, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import { type ColorBackdrop, canvasSize, type ImageBackdrop } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, isNeutral, type TuneSet } from '#client/model/document/document.ts'
import type { CreateNode, Frame } from '#client/render/kind.ts'
import { backgroundBranch, branchPictureOf } from '#client/render/photo/branches.ts'
import { PhotoBranch } from '#client/render/photo/PhotoBranch.ts'
import { type PlaceablePicture, PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { ColorFill } from '#shaders/colorFill.ts'

export const createNode: CreateNode<unknown> = (ctx) => {
  const view = new Container({ label: 'background' })
  const branch = new PhotoBranch(ctx)
  view.addChild(branch.view)
  let fill: ColorFill | null = null
  let image: PlacedPicture | null = null

  function showColor({ opacity, ...ink }: Immutable<ColorBackdrop>, { scale }: Frame, doc: DocumentSnapshot) {
    if (!fill) {
      fill = new ColorFill(ctx.colorSpace)
      view.addChild(fill.mesh)
    }
    fill.show({ ...ink, opacity: opacity / 100 }, canvasSize(doc), scale)
  }

  function showImage(backdrop: Immutable<ImageBackdrop>, frame: Frame, doc: DocumentSnapshot) {
    const { assets, gains } = ctx
    const bitmap = assets.bitmap(backdrop.asset)
    if (!bitmap || (gains && !gains.has(bitmap.id))) return image?.clear()
    if (!image) {
      image = new PlacedPicture(ctx)
      view.addChild(image.view)
    }
    const { opacity } = backdrop
    return image.show(imagePicture(bitmap, backdrop, doc, gains !== undefined), imageMap(backdrop, doc), frame, {
      opacity,
    }).ready
  }

  return {
    view,
    update(_, frame, doc) {
      const { backdrop } = doc
      const photo = branch.update(branchPictureOf(doc, ctx.assets, backgroundBranch(doc), frame), frame)
      // when gain maps are painted, colors and transparent backgrounds have the gain 0
      if (ctx.gains && backdrop.type !== 'image') return photo
      if (fill) fill.mesh.visible = backdrop.type === 'color'
      if (backdrop.type !== 'image') image?.clear()
      switch (backdrop.type) {
        case 'original':
          return photo
        case 'transparent':
          return
        case 'color':
          return showColor(backdrop, frame, doc)
        case 'image':
          return showImage(backdrop, frame, doc)
      }
    },
    destroy() {
      branch.destroy()
      fill?.destroy()
      image?.destroy()
      view.destroy()
    },
  }
}

type Image = Immutable<ImageBackdrop>

/** Returns the affine map from background image px to document px. */
function imageMap({ width, height, fit, position }: Image, doc: DocumentSnapshot): Affine {
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
 * Returns the source of a background image's pixels. This is the bitmap itself, or a branch (a separate render pass) if
 * the image has enhancements or a blur. `blur`: standard deviation in document px; the variances of consecutive blurs
 * add up. If the image is stretched, its own blur differs per axis, so that the blur in the document is equal along
 * both. `isGain`: the image's gain map is painted, which needs a branch.
 */
function imagePicture(bitmap: BitmapAsset, image: Image, doc: DocumentSnapshot, isGain: boolean): PlaceablePicture {
  const { a, d } = imageMap(image, doc)
  const set: Immutable<TuneSet> = doc.tune.background
  const least = Math.min(a, d)
  const blur = Math.hypot(set.blur, image.blur) / least
  if (!isGain && blur === 0 && isNeutral(set)) return { bitmap }
  const branch = { role: 'WHOLE', set: { ...set, blur }, blurShare: { x: least / a, y: least / d } } as const
  return { branch: { photo: bitmap, matte: null, isOverItself: false, branch } }
}
