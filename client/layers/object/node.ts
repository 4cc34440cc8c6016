import { Container } from 'pixi.js'
import { IDENTITY } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { hasPendingMatte } from '#client/render/matting/mask-edits/editedMattes.ts'
import { objectPictureOf } from '#client/render/photo/branches.ts'
import { PhotoBranch } from '#client/render/photo/PhotoBranch.ts'
import { PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { middleOf, subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { objectKind } from './index.ts'
import type { ObjectLayer } from './schema.ts'

export const createNode = withShadow<ObjectLayer>(objectKind, (ctx) => new ObjectNode(ctx), hasPendingMatte)

/**
 * Paints an object. At its original position the photo's pixels are copied without resampling, so the bytes are
 * unchanged.
 */
class ObjectNode implements LayerNode<Immutable<ObjectLayer>> {
  readonly view = new Container({ label: 'object' })
  private readonly inPhoto = new Container()
  private readonly ctx: NodeContext
  private readonly branch: PhotoBranch
  private readonly placed: PlacedPicture

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.branch = new PhotoBranch(this.inPhoto, ctx)
    this.placed = new PlacedPicture(ctx)
    this.view.addChild(this.inPhoto, this.placed.view)
  }

  get area(): Rect | null {
    return unionOrNull(this.branch.area, this.placed.area)
  }

  update(layer: Immutable<ObjectLayer>, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const picture = objectPictureOf(doc, this.ctx.assets, layer, frame)
    const map = subjectPlacementMap(doc, layer, middleOf(layer.lifted.box))
    if (picture && (map !== IDENTITY || layer.opacity < 100)) {
      this.branch.clear()
      return this.placed.show({ branch: picture }, map, frame, { opacity: layer.opacity }).ready
    }
    this.placed.clear()
    return this.branch.update(picture, frame)
  }

  destroy(): void {
    this.branch.destroy()
    this.placed.destroy()
    this.view.destroy({ children: true })
  }
}
