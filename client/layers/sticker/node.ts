/** Paints a sticker (an emoji's SVG, or the user's image), rasterized at the frame's scale. */
import { loadEmoji, loadedEmoji } from '#client/kit/emoji/emojiImages.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode, type Sketch } from '#client/render/canvas2d/Canvas2dNode.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { centerOf } from '../placement/placed.ts'
import { stickerKind } from './index.ts'
import type { StickerLayer } from './schema.ts'
import { sizeOf } from './transform.ts'

type Layer = Immutable<StickerLayer>

export const createNode = withShadow<StickerLayer>(stickerKind, (ctx) => {
  const drawn = new Canvas2dNode<Layer>(ctx, (layer, doc) => sketchOf(layer, doc, ctx))
  const { view } = drawn
  /** Number of the latest update. If an emoji finishes loading for an earlier update, it is ignored. */
  let turn = 0
  return {
    view,
    get area() {
      return drawn.area
    },
    update(layer, frame, doc) {
      const own = ++turn
      // hides the previous emoji until the new emoji is loaded
      view.visible = layer.type === 'image' || loadedEmoji(layer.content) !== null
      if (view.visible) return drawn.update(layer, frame, doc)
      return loadEmoji(layer.content).then((picture) => {
        if (own !== turn) return
        if (!picture) return ctx.report('layer-failed')
        view.visible = true
        drawn.update(layer, frame, doc)
      })
    },
    destroy() {
      turn++
      drawn.destroy()
    },
  }
})

function sketchOf(layer: Layer, doc: DocumentSnapshot, { assets }: NodeContext): Sketch {
  const { type, content, rotation, opacity, glow } = layer
  const { width, height } = sizeOf(layer)
  const box = { x: -width / 2, y: -height / 2, width, height }
  const picture = type === 'emoji' ? loadedEmoji(content) : (assets.bitmap(content as AssetId)?.bitmap ?? null)
  return {
    center: centerOf(layer, canvasSize(doc)),
    rotation,
    opacity,
    glow,
    extent: picture && box,
    // Color space of the pixel values. The 2D canvas is told that they are sRGB, so it doesn't convert them.
    colorSpace: picture instanceof ImageBitmap ? colorSpaceOf(picture) : 'srgb',
    paint(context) {
      if (!picture) return
      context.imageSmoothingQuality = 'high'
      const { a, b } = context.getTransform()
      const scale = (Math.hypot(a, b) * box.width) / picture.width
      const drawn = picture instanceof ImageBitmap ? mipmapFor(picture, scale) : picture
      context.drawImage(drawn, box.x, box.y, box.width, box.height)
    },
  }
}

type Drawable = ImageBitmap | OffscreenCanvas

/** Returns the mip levels of a bitmap that are already computed. `mipmapFor` appends to this list. */
const mipmapsOf = memoOn((_: ImageBitmap): OffscreenCanvas[] => [])

/**
 * Returns the smallest mip level of a bitmap whose scale is at least `scale`. Each level averages 2 × 2 px, because
 * some browsers skip pixels when they downscale.
 */
export function mipmapFor(picture: ImageBitmap, scale: number): Drawable {
  const halves = mipmapsOf(picture)
  let found: Drawable = picture
  for (let level = 0; scale <= 0.5 ** (level + 1) && Math.min(found.width, found.height) > 1; level++) {
    const half: OffscreenCanvas | null = halves[level] ?? nextMipmap(found)
    if (!half) break // if memory is short, the larger level is used
    halves[level] = half
    found = half
  }
  return found
}

function nextMipmap(picture: Drawable): OffscreenCanvas | null {
  const half = new OffscreenCanvas(Math.ceil(picture.width / 2), Math.ceil(picture.height / 2))
  const context = half.getContext('2d')
  context?.drawImage(picture, 0, 0, half.width, half.height)
  return context && half
}
