import type { Immutable } from '#client/kit/base/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { hasPendingMatte } from '#client/render/matting/mask-edits/editedMattes.ts'
import { branchPictureOf } from '#client/render/photo/branches.ts'
import { PlacedSubject } from '#client/render/photo/PlacedSubject.ts'
import { subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import { cloneKind } from './index.ts'
import { type CloneLayer, cutoutOf } from './schema.ts'

export const createNode = withShadow<CloneLayer>(cloneKind, (ctx) => new CloneNode(ctx), hasPendingMatte)

/** Paints a clone with the subject's enhancements and outline. */
class CloneNode implements LayerNode<Immutable<CloneLayer>> {
  private readonly ctx: NodeContext
  private readonly subject: PlacedSubject

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.subject = new PlacedSubject(ctx)
  }

  get view() {
    return this.subject.view
  }

  get area() {
    return this.subject.area
  }

  update(clone: Immutable<CloneLayer>, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const branch = { role: 'SUBJECT', set: doc.tune.foreground } as const
    const picture = doc.separation && branchPictureOf(doc, this.ctx.assets, branch, frame)
    if (!picture) return this.subject.clear()
    return this.subject.show(picture, subjectPlacementMap(doc, clone), frame, cutoutOf(doc) ?? null)
  }

  destroy(): void {
    this.subject.destroy()
  }
}
