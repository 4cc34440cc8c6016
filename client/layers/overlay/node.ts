import { compose, rotationMatrix, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { centerOf } from '../placement/placed.ts'
import { overlayKind, sizeOf, unitOf } from './index.ts'
import type { OverlayLayer } from './schema.ts'

export const createNode = withShadow<OverlayLayer>(overlayKind, (ctx) => {
  const picture = new PlacedPicture(ctx)
  return {
    view: picture.view,
    get area() {
      return picture.area
    },
    update(layer, frame, doc) {
      const bitmap = ctx.assets.bitmap(layer.content as AssetId) // safe cast: for an unknown id, `bitmap` returns null
      if (!bitmap) return picture.clear()
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
      return picture.show({ bitmap }, map, frame, { opacity, glow, radius }).ready
    },
    destroy: () => picture.destroy(),
  }
})
