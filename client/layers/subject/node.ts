import { Container } from 'pixi.js'
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { subjectBranch } from '../photo/branches.ts'
import { PhotoBranch } from '../photo/PhotoBranch.ts'
import { CutoutOutline } from './CutoutOutline.ts'
import type { SubjectLayer } from './schema.ts'

type Data = Immutable<SubjectLayer>

export class SubjectNode implements LayerNode<Data> {
  readonly view = new Container({ label: 'subject' })
  private readonly ctx: NodeContext
  private readonly photo = new Container()
  private readonly branch: PhotoBranch
  /** Made with the first outline: a document without one pays nothing. */
  private outline: CutoutOutline | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.branch = new PhotoBranch(this.photo, ctx)
    this.view.addChild(this.photo)
  }

  /** What blur, sharpening and outline read around the frame comes from the photo and its matte: no strip needs more. */
  update(data: Data, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const outlined = this.updateOutline(data, frame, doc)
    const painted = this.branch.update(doc, frame, subjectBranch(doc))
    if (outlined || painted) return Promise.all([outlined, painted]).then(() => undefined)
  }

  destroy(): void {
    this.outline?.destroy()
    this.branch.destroy()
    this.view.destroy({ children: true })
  }

  private updateOutline({ cutout }: Data, frame: Frame, { separation }: DocumentSnapshot): void | Promise<void> {
    if (!cutout.enabled) return this.outline?.update(null, null, frame)
    if (!this.outline) {
      this.outline = new CutoutOutline(this.ctx)
      this.view.addChildAt(this.outline.view, 0)
    }
    const matte = separation ? this.ctx.assets.matte(separation.matte) : null
    return this.outline.update(matte, cutout, frame)
  }
}
