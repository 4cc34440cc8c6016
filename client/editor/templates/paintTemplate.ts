/** Thumbnails of templates. A template has no photo, so a placeholder photo is painted. */
import { scaleRect } from '#client/kit/base/rect.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type Photo } from '#client/model/document/document.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import type { Template } from './applyTemplate.ts'
import { applyTemplateTo } from './applyTemplateTo.ts'

/**
 * Longer side of the placeholder photo, px. In a smaller one, lengths of a template would fall below the minimum of
 * their fields.
 */
const STAND_IN_SIDE = 960
/** Longer side of the thumbnail, px. */
const SIDE = 320
/** Colours of the placeholder's top, of its bottom, and of its figure. */
const [LIGHT, SHADE, FIGURE] = ['#dfe3e8', '#b9c1cb', '#6d7785']

/**
 * Paints a template over a placeholder photo with a grey figure in the place of the template's subject. `assets` has
 * the pixels of the template and receives those of the placeholder. `createPainter` paints from it. Returns a data URL
 * (sRGB JPEG, over white). @throws Error for a template without the size of a photo, and as the painter does
 */
export async function paintTemplate(
  template: Template,
  assets: AssetStore,
  createPainter: CreatePainter,
): Promise<string> {
  const doc = { ...emptyDocument(), ...(await createStandIn(template.document, assets)) }
  const { document } = await applyTemplateTo(template, doc, assets)
  const shown = pictureRect(document)
  const painter = await createPainter(document, Math.min(1, SIDE / Math.max(shown.width, shown.height)))
  try {
    const { width, height } = painter.size
    const pixels = await painter.paint({ x: 0, y: 0, width, height })
    return jpegOf(new ImageData(new Uint8ClampedArray(pixels.buffer, 0, 4 * width * height), width, height))
  } finally {
    painter.destroy()
  }
}

/** Puts a placeholder photo with a figure and the figure's matte into the store. */
async function createStandIn({ photo: own, separation }: DocumentSnapshot, assets: AssetStore) {
  if (!own) throw new Error('the template has no size')
  const scale = STAND_IN_SIDE / Math.max(own.width, own.height)
  const size = {
    width: Math.max(1, Math.round(own.width * scale)),
    height: Math.max(1, Math.round(own.height * scale)),
  }
  const { width, height } = size
  const { box = { x: own.width / 4, y: own.height / 5, width: own.width / 2, height: (own.height * 4) / 5 } } =
    separation ?? {}
  const figure = figureIn(scaleRect(box, scale))

  const ground = contextOf(size)
  ground.fillStyle = verticalGradient(ground, height)
  ground.fillRect(0, 0, width, height)
  ground.fillStyle = FIGURE
  ground.fill(figure)
  const cut = contextOf(size)
  cut.fill(figure)
  const coverage = cut.getImageData(0, 0, width, height).data.filter((_, i) => i % 4 === 3)

  const bitmap = await createImageBitmap(ground.canvas)
  const asset = assets.put({ kind: 'bitmap', bitmap, ...size, hasAlpha: false, sha256: '' })
  const matte = assets.put({ kind: 'matte', ...size, coverage: new Uint8Array(coverage) })
  const photo: Photo = { asset, name: '', ...size, hasAlpha: false }
  return { photo, separation: separationOf(assets, matte, '') }
}

/** Returns the parts of a figure that fill the box: a head above shoulders. */
function figureIn({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Path2D {
  const middle = x + width / 2
  const head = Math.min(width / 4, height / 5)
  const path = new Path2D()
  path.arc(middle, y + head, head, 0, 2 * Math.PI)
  path.roundRect(x, y + 2.15 * head, width, Math.max(1, height - 2.15 * head), [width / 3, width / 3, 0, 0])
  return path
}

function verticalGradient(context: CanvasRenderingContext2D, height: number): CanvasGradient {
  const gradient = context.createLinearGradient(0, 0, 0, height)
  gradient.addColorStop(0, LIGHT)
  gradient.addColorStop(1, SHADE)
  return gradient
}

function contextOf({ width, height }: { width: number; height: number }): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  if (!context) throw new Error('no 2D context')
  return context
}

function jpegOf(picture: ImageData): string {
  const straight = contextOf(picture)
  straight.putImageData(picture, 0, 0)
  const flat = contextOf(picture)
  flat.fillStyle = '#ffffff'
  flat.fillRect(0, 0, picture.width, picture.height)
  flat.drawImage(straight.canvas, 0, 0)
  return flat.canvas.toDataURL('image/jpeg', 0.8)
}
