import { Container } from 'pixi.js'
import { IDENTITY } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { hasPendingMatte } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { BranchPicture } from '#client/render/photo/BranchPicture.ts'
import { branchPictureOf, subjectBranch } from '#client/render/photo/branches.ts'
import { CutoutOutline } from '#client/render/photo/CutoutOutline.ts'
import { PhotoBranch } from '#client/render/photo/PhotoBranch.ts'
import { PlacedSubject } from '#client/render/photo/PlacedSubject.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { withShadow } from '#client/render/shadow/ShadowedNode.ts'
import type { SubjectLayer } from './index.ts'
import { subjectKind } from './index.ts'

type Data = Immutable<SubjectLayer>

export const createNode = withShadow<SubjectLayer>(subjectKind, (ctx) => new SubjectNode(ctx), hasPendingMatte)

/**
 * Paints the subject. At its original position the photo's pixels are copied without resampling, so the bytes are
 * unchanged.
 */
class SubjectNode implements LayerNode<Data> {
  readonly view = new Container({ label: 'subject' })
  private readonly ctx: NodeContext
  private inPhoto: SubjectInPhoto | null = null
  private placed: PlacedSubject | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
  }

  get area(): Rect | null {
    return unionOrNull(this.inPhoto?.area ?? null, this.placed?.area ?? null)
  }

  /** Filters read beyond a strip from windows of photo and matte, so each strip is painted independently. */
  update({ cutout }: Data, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const picture = branchPictureOf(doc, this.ctx.assets, subjectBranch(doc), frame)
    const map = subjectMap(doc)
    if (map === IDENTITY && doc.backdrop.type !== 'image') {
      this.placed?.clear()
      this.inPhoto ??= this.add(new SubjectInPhoto(this.ctx))
      return this.inPhoto.show(picture, frame, cutout)
    }
    this.inPhoto?.clear()
    if (!picture) return this.placed?.clear()
    this.placed ??= this.add(new PlacedSubject(this.ctx))
    return this.placed.show(picture, map, frame, cutout)
  }

  destroy(): void {
    this.inPhoto?.destroy()
    this.placed?.destroy()
    this.view.destroy()
  }

  private add<P extends { view: Container }>(part: P): P {
    this.view.addChild(part.view)
    return part
  }
}

class SubjectInPhoto {
  readonly view = new Container()
  private readonly ctx: NodeContext
  private readonly photo = new Container()
  private readonly branch: PhotoBranch
  /** created with the first outline */
  private outline: CutoutOutline | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.branch = new PhotoBranch(this.photo, ctx)
    this.view.addChild(this.photo)
  }

  get area(): Rect | null {
    return unionOrNull(this.branch.area, this.outline?.area ?? null)
  }

  show(picture: BranchPicture | null, frame: Frame, cutout: Data['cutout']): void | Promise<void> {
    const outlined = this.showOutline(picture, frame, cutout)
    const painted = this.branch.update(picture, frame)
    if (outlined || painted) return Promise.all([outlined, painted]).then(() => undefined)
  }

  clear(): void {
    this.outline?.hide()
    this.branch.clear()
  }

  destroy(): void {
    this.outline?.destroy()
    this.branch.destroy()
    this.view.destroy({ children: true })
  }

  private showOutline(picture: BranchPicture | null, frame: Frame, cutout: Data['cutout']): void | Promise<void> {
    if (!picture?.matte || !cutout.enabled) return this.outline?.hide()
    if (!this.outline) {
      this.outline = new CutoutOutline(this.ctx)
      this.view.addChildAt(this.outline.view, 0)
    }
    return this.outline.show(picture.matte, { settings: cutout, frame, map: null })
  }
}
