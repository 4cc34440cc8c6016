import { Container } from 'pixi.js'
import { IDENTITY } from '../../kit/base/affine.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { unionOrNull } from '../../kit/base/rect.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../../render/kind.ts'
import { hasPendingMatte } from '../../render/matting/mask-edits/editedMattes.ts'
import { objectPictureOf } from '../../render/photo/branches.ts'
import { PhotoBranch } from '../../render/photo/PhotoBranch.ts'
import { PlacedPicture } from '../../render/photo/PlacedPicture.ts'
import { middleOf, subjectPlacementMap } from '../../render/photo/subjectPlacement.ts'
import { withShadow } from '../../render/shadow/ShadowedNode.ts'
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
