import { RenderTexture } from 'pixi.js'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect } from '#client/kit/geometry/rect.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { visibleBounds } from '#client/model/assets/pixels.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, type LayerBase, workingSpace } from '#client/model/document/document.ts'
import { type KindTable, type LayerTransform, type NodeContext, uprightBox } from '../kind.ts'
import { editedMattesOf } from '../matting/mask-edits/editedMattes.ts'
import { readTexture } from './painter.ts'
import { Scene } from './scene.ts'

export interface LayerThumbnailTask {
  doc: DocumentSnapshot
  /** The layer to paint, even if it is hidden. */
  layer: LayerId
  /** Longer side of the layer's box, px. With glow or shadow the thumbnail may be twice as large. */
  side: number
  signal: AbortSignal
}

type Context = Pick<NodeContext, 'renderer' | 'assets'> & { kinds: KindTable }

/** Margin around a layer's box for strokes, glows and shadows, relative to its longer side. */
const MARGIN = 0.5
/** Maximum enlargement of a tiny layer. */
const MAX_SCALE = 4
/**
 * Minimum alpha of a visible pixel. If the faint end of a glow counted as visible, the layer would be small in its
 * thumbnail.
 */
const VISIBLE_ALPHA = 16

/**
 * Paints one layer alone, without the crop, and trims transparent edges. Resolves with pixels in sRGB with straight
 * alpha. Resolves with null if the document lacks the layer, if all its pixels have an alpha below `VISIBLE_ALPHA`,
 * after an abort, or if the WebGL context is lost. Paints a draft, which doesn't start background computations.
 */
export async function paintLayerThumbnail(context: Context, task: LayerThumbnailTask): Promise<ImageData | null> {
  const { renderer, assets, kinds } = context
  const { layer: id, signal } = task
  const doc = aloneDocument(task.doc, id)
  const layer = doc.layers[id]
  if (!layer) return null
  await editedMattesOf(assets).pending
  const isOver = () => signal.aborted || renderer.context.isLost
  if (isOver()) return null

  const region = regionOf(doc, layer, kinds)
  const scale = Math.min(MAX_SCALE, ((1 + 2 * MARGIN) * task.side) / Math.max(region.width, region.height))
  const size = { width: Math.ceil(region.width * scale), height: Math.ceil(region.height * scale) }
  const scene = new Scene(kinds, { renderer, assets, fonts: liveFonts, report: () => undefined })
  const target = RenderTexture.create({ ...size, resolution: 1 })
  try {
    await scene.sync(doc, { region, scale, isDraft: true, isLive: true })
    if (isOver()) return null
    scene.paint(target, true)
    const readback = readTexture(renderer, target)
    const pixels = new Uint8Array(readback.length)
    await readback.read(pixels)
    return signal.aborted ? null : pictureOf(pixels, size, doc)
  } catch (error) {
    if (isOver()) return null // the textures were freed while the layer was painted
    throw error
  } finally {
    scene.destroy()
    target.destroy(true)
  }
}

/** Returns the document with only this layer, visible and sharp, in blend mode normal, on a transparent backdrop. */
function aloneDocument({ lens: _lens, ...doc }: DocumentSnapshot, id: LayerId): DocumentSnapshot {
  const { isHidden: _, blendMode: __, ...shown } = doc.layers[id] ?? {}
  const layers = { ...doc.layers, [id]: shown as Immutable<LayerBase> }
  return { ...doc, layers, order: doc.layers[id] ? [id] : [], backdrop: { type: 'transparent' }, crop: null }
}

/** Returns a rectangle that contains everything that the layer paints, in document px. */
function regionOf(doc: DocumentSnapshot, layer: Immutable<LayerBase>, kinds: KindTable): Rect {
  const transform = kinds[layer.kind]?.transform as Pick<LayerTransform<LayerBase>, 'placed'> | undefined
  if (!transform) return { x: 0, y: 0, ...canvasSize(doc) }
  const bounds = uprightBox(transform.placed(layer, doc))
  return expandRect(bounds, Math.max(1, MARGIN * Math.max(bounds.width, bounds.height)))
}

/** Trims transparent edges. Converts premultiplied pixels in the document's color space to sRGB with straight alpha. */
function pictureOf(pixels: Uint8Array, size: Size, doc: DocumentSnapshot): ImageData | null {
  const bounds = visibleBounds(pixels, size, VISIBLE_ALPHA)
  if (!bounds) return null
  const picture = new ImageData(bounds.width, bounds.height)
  copyRect(pixels, { x: 0, y: 0, ...size }, picture.data, bounds, 4)
  divideByAlpha(picture.data)
  pixelConversion(workingSpace(doc), 'srgb')(picture.data)
  return picture
}

function divideByAlpha(rgba: Uint8ClampedArray) {
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] ?? 0
    if (alpha > 0 && alpha < 255) for (let c = 0; c < 3; c++) rgba[i + c] = ((rgba[i + c] ?? 0) * 255) / alpha
  }
}
