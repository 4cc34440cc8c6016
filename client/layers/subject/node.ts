import { Container } from 'pixi.js'
import type { DocumentSnapshot } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { isSubjectPainted } from '../shared/branches.ts'
import { PhotoBranch } from '../shared/PhotoBranch.ts'

export class SubjectNode implements LayerNode<unknown> {
  readonly view = new Container({ label: 'subject' })
  private readonly branch: PhotoBranch

  constructor(ctx: NodeContext) {
    this.branch = new PhotoBranch(this.view, ctx)
  }

  update(_: unknown, frame: Frame, doc: DocumentSnapshot): void {
    if (isSubjectPainted(doc)) this.branch.update(doc, frame, true)
    else this.branch.clear()
  }

  reach(): number {
    return 0
  }

  destroy(): void {
    this.branch.destroy()
    this.view.destroy()
  }
}
