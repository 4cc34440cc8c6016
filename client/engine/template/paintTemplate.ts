/** Paints thumbnails of templates on the user's photo, or on a placeholder photo. */
import { scaledSize, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { scaleRect } from '#client/kit/geometry/rect.ts'
import { canvasGradient } from '#client/layers/colors/gradient.ts'
import { reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { colorSpaceOf, inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type Photo } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import type { Template } from './applyTemplate.ts'
import { applyTemplateTo } from './applyTemplateTo.ts'
import { jpegThumbnail, THUMBNAIL_SIDE } from './jpegThumbnail.ts'

/**
 * Longer side of the painted photo, px. On a smaller photo, a template's lengths would be below the minimum of their
 * fields.
 */
const PHOTO_SIDE = 960
/** Colors of the placeholder photo: its top, its bottom, and the figure. */
const [LIGHT, SHADE, FIGURE] = ['#dfe3e8', '#b9c1cb', '#6d7785']

export type SeparatedPhoto = Pick<Document, 'photo' | 'separation'>

/**
 * Paints a template on a photo. If `photo` is absent, paints on a placeholder with a gray figure at the position of the
 * template's subject. Returns a data URL (sRGB JPEG, over white). `assets`: the images of photo and template.
 * `createPainter`: creates a painter for images in `assets`. @throws Error if the template doesn't contain the size of
 * its photo, and the painter's errors
 */
export async function paintTemplate(
  template: Template,
  assets: AssetStore,
  createPainter: CreatePainter,
  photo?: SeparatedPhoto,
): Promise<string> {
  const doc = { ...emptyDocument(), ...(photo ?? (await createStandIn(template.document, assets))) }
  const { document } = await applyTemplateTo(template, doc, assets, (...what) => paintReduced(...what, createPainter))
  const { pixels, width, height } = await paintReduced(document, THUMBNAIL_SIDE, createPainter)
  return jpegThumbnail(document, pixels, { width, height })
}

/**
 * Paints a document, at most `side` px on the longer side. Resolves with straight RGBA in the working space of `doc`,
 * row-major. @throws the painter's errors
 */
export async function paintReduced(doc: DocumentSnapshot, side: number, createPainter: CreatePainter) {
  const shown = pictureRect(doc)
  const painter = await createPainter(doc, Math.min(1, side / Math.max(shown.width, shown.height)))
  try {
    const { width, height } = painter.size
    const { buffer } = await painter.paint({ x: 0, y: 0, width, height })
    return { pixels: new Uint8ClampedArray(buffer, 0, 4 * width * height), width, height }
  } finally {
    painter.destroy()
  }
}

/**
 * Stores downscaled copies of a document's photo and matte in `to`. Returns null if the photo has no subject or was
 * replaced in the meantime.
 */
export async function reducePhoto(
  doc: DocumentSnapshot,
  from: AssetStore,
  to: AssetStore,
): Promise<SeparatedPhoto | null> {
  const { photo } = doc
  const original = photo && from.bitmap(photo.asset)
  const matte = original && matteOf(doc, from)
  if (!photo || !original || !matte) return null
  const size = sizeWithin(photo, PHOTO_SIDE)
  const bitmap = await createImageBitmap(original.bitmap, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'medium',
  }).catch(() => null) // `createImageBitmap` rejects if the bitmap has been closed
  if (!bitmap) return null
  inColorSpace(bitmap, colorSpaceOf(original.bitmap))
  const asset = to.put({ kind: 'bitmap', bitmap, ...size, hasAlpha: photo.hasAlpha, sha256: '' })
  const coverage = new Uint8Array(reducedCoverage(matte, size))
  const reduced = to.put({ kind: 'matte', ...size, coverage })
  return { photo: { ...photo, asset, ...size }, separation: separationOf(to, reduced, '') }
}

/** Stores a placeholder photo with a figure, and the matte of the figure. */
async function createStandIn({ photo: own, separation }: DocumentSnapshot, assets: AssetStore) {
  if (!own) throw new Error('the template has no size')
  const scale = PHOTO_SIDE / Math.max(own.width, own.height)
  const size = scaledSize(own, scale)
  const { width, height } = size
  const { box = { x: own.width / 4, y: own.height / 5, width: own.width / 2, height: (own.height * 4) / 5 } } =
    separation ?? {}
  const figure = figureIn(scaleRect(box, scale))

  const ground = createContext(size)
  const bottom = { x: 0, y: height }
  ground.fillStyle = canvasGradient(ground, [{ x: 0, y: 0 }, bottom], LIGHT, SHADE)
  ground.fillRect(0, 0, width, height)
  ground.fillStyle = FIGURE
  ground.fill(figure)
  const cut = createContext(size)
  cut.fill(figure)
  const coverage = cut.getImageData(0, 0, width, height).data.filter((_, i) => i % 4 === 3)

  const bitmap = await createImageBitmap(ground.canvas)
  const asset = assets.put({ kind: 'bitmap', bitmap, ...size, hasAlpha: false, sha256: '' })
  const matte = assets.put({ kind: 'matte', ...size, coverage: new Uint8Array(coverage) })
  const photo: Photo = { asset, name: '', ...size, hasAlpha: false }
  return { photo, separation: separationOf(assets, matte, '') }
}

/** Returns the shapes of a figure that fills the box: a head above shoulders. */
function figureIn({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Path2D {
  const middle = x + width / 2
  const head = Math.min(width / 4, height / 5)
  const path = new Path2D()
  path.arc(middle, y + head, head, 0, 2 * Math.PI)
  path.roundRect(x, y + 2.15 * head, width, Math.max(1, height - 2.15 * head), [width / 3, width / 3, 0, 0])
  return path
}
