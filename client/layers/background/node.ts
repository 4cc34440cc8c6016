import { Container } from 'pixi.js'
import type { DocumentSnapshot } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { backgroundBranch } from '../photo/branches.ts'
import { PhotoBranch } from '../photo/PhotoBranch.ts'

export class BackgroundNode implements LayerNode<unknown> {
  readonly view = new Container({ label: 'background' })
  private readonly branch: PhotoBranch

  constructor(ctx: NodeContext) {
    this.branch = new PhotoBranch(this.view, ctx)
  }

  /** What blur and sharpening read around the frame comes from the photo itself: no strip needs more than its own part. */
  update(_: unknown, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    return this.branch.update(doc, frame, backgroundBranch(doc))
  }

  destroy(): void {
    this.branch.destroy()
    this.view.destroy()
  }
}
