/** Paints a sticker (an emoji's SVG or the user's own image), rasterized at the frame's scale. */

import type { Immutable } from '#client/kit/base/immutable.ts'
import { loadEmoji, loadedEmoji } from '#client/kit/emoji/emojiImages.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode, type Sketch } from '#client/render/canvas2d/Canvas2dNode.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { centerOf } from '../shared/placed.ts'
import { stickerKind } from './index.ts'
import { mipmapFor } from './mipmaps.ts'
import type { StickerLayer } from './schema.ts'
import { sizeOf } from './transform.ts'

type Layer = Immutable<StickerLayer>

export const createNode = withShadow<StickerLayer>(stickerKind, (ctx) => new StickerNode(ctx))

class StickerNode implements LayerNode<Layer> {
  private readonly ctx: NodeContext
  private readonly drawn: Canvas2dNode<Layer>
  /** Number of the latest update. An emoji that loads for an earlier update is ignored. */
  private turn = 0

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.drawn = new Canvas2dNode<Layer>(ctx, (layer, doc) => this.sketch(layer, doc))
  }

  get view() {
    return this.drawn.view
  }

  get area() {
    return this.drawn.area
  }

  update(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const turn = ++this.turn
    if (layer.type === 'image' || loadedEmoji(layer.content)) {
      this.view.visible = true
      return this.drawn.update(layer, frame, doc)
    }
    // Hides the previous emoji until the new emoji has loaded.
    this.view.visible = false
    return loadEmoji(layer.content).then((picture) => {
      if (turn !== this.turn) return
      if (!picture) return this.ctx.report('layer-failed')
      this.view.visible = true
      this.drawn.update(layer, frame, doc)
    })
  }

  destroy(): void {
    this.turn++
    this.drawn.destroy()
  }

  private sketch(layer: Layer, doc: DocumentSnapshot): Sketch {
    const { width, height } = sizeOf(layer)
    const box = { x: -width / 2, y: -height / 2, width, height }
    const picture = layer.type === 'emoji' ? loadedEmoji(layer.content) : this.imageOf(layer)
    return {
      center: centerOf(layer, canvasSize(doc)),
      rotation: layer.rotation,
      opacity: layer.opacity,
      glow: layer.glow,
      extent: picture && box,
      // The pixel values of an image are not converted, because the canvas treats both image and canvas as sRGB.
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

  private imageOf({ content }: Layer) {
    return this.ctx.assets.bitmap(content as Parameters<NodeContext['assets']['bitmap']>[0])?.bitmap ?? null
  }
}
