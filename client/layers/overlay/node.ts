import { compose, rotationMatrix, scalingMatrix, translationMatrix } from '#client/kit/base/affine.ts'
import type { AssetId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { centerOf } from '../shared/placed.ts'
import { overlayKind, sizeOf, unitOf } from './index.ts'
import type { OverlayLayer } from './schema.ts'

type Layer = Immutable<OverlayLayer>

export const createNode = withShadow<OverlayLayer>(overlayKind, (ctx) => new OverlayNode(ctx))

class OverlayNode implements LayerNode<Layer> {
  private readonly ctx: NodeContext
  private readonly picture: PlacedPicture

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.picture = new PlacedPicture(ctx)
  }

  get view() {
    return this.picture.view
  }

  get area() {
    return this.picture.area
  }

  update(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const bitmap = this.ctx.assets.bitmap(layer.content as AssetId) // null for an unknown asset id
    if (!bitmap) return this.picture.clear()
    const center = centerOf(layer, canvasSize(doc))
    const { width, height } = sizeOf(layer, doc)
    const map = compose(
      translationMatrix(center.x, center.y),
      rotationMatrix(layer.rotation),
      scalingMatrix(unitOf(layer, doc)),
      translationMatrix(-layer.width / 2, -layer.height / 2),
    )
    const { opacity, glow } = layer
    const radius = ((layer.borderRadius / 100) * Math.min(width, height)) / 2
    return this.picture.show({ bitmap }, map, frame, { opacity, glow, radius }).ready
  }

  destroy(): void {
    this.picture.destroy()
  }
}
