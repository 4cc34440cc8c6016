import { Container } from 'pixi.js'
import type { DocumentSnapshot } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { PhotoBranch } from '../shared/PhotoBranch.ts'

export class BackgroundNode implements LayerNode<unknown> {
  readonly view = new Container({ label: 'background' })
  private readonly branch: PhotoBranch

  constructor(ctx: NodeContext) {
    this.branch = new PhotoBranch(this.view, ctx)
  }

  update(_: unknown, frame: Frame, doc: DocumentSnapshot): void {
    this.branch.update(doc, frame, false)
  }

  reach(): number {
    return 0
  }

  destroy(): void {
    this.branch.destroy()
    this.view.destroy()
  }
}
