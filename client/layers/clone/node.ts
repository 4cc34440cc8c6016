import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import { layerOfKind } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { pictureOf } from '../photo/branches.ts'
import type { Cutout } from '../photo/cutout.ts'
import { standingMap } from '../photo/place.ts'
import { StandingSubject } from '../photo/StandingSubject.ts'
import type { CloneLayer } from './schema.ts'

/** Tuned and outlined as the subject is. */
export class CloneNode implements LayerNode<Immutable<CloneLayer>> {
  private readonly ctx: NodeContext
  private readonly subject: StandingSubject

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.subject = new StandingSubject(ctx)
  }

  get view() {
    return this.subject.view
  }

  get area() {
    return this.subject.area
  }

  update(clone: Immutable<CloneLayer>, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const branch = { role: 'SUBJECT', set: doc.tune.foreground } as const
    const picture = doc.separation && pictureOf(doc, this.ctx.assets, branch, frame)
    if (!picture) return this.subject.clear()
    return this.subject.show(picture, standingMap(doc, clone), frame, cutoutOf(doc) ?? null)
  }

  destroy(): void {
    this.subject.destroy()
  }
}

/** The subject's outline. */
export const cutoutOf = (doc: DocumentSnapshot): Cutout | undefined =>
  (layerOfKind(doc, 'subject') as { readonly cutout?: Cutout } | undefined)?.cutout
