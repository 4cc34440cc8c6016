/** Node that paints the backdrop: the photo, a colour, an image, or nothing. */
import { Container } from 'pixi.js'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { type ColorBackdrop, canvasSize, type ImageBackdrop } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { backgroundBranch, branchPictureOf } from '#client/render/photo/branches.ts'
import { PhotoBranch } from '#client/render/photo/PhotoBranch.ts'
import { PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { ColorFill } from '#shaders/colorFill.ts'
import { imageMap, imagePicture } from './image.ts'

export const createNode = (ctx: NodeContext) => new BackgroundNode(ctx)

class BackgroundNode implements LayerNode<unknown> {
  readonly view = new Container({ label: 'background' })
  private readonly ctx: NodeContext
  private readonly branch: PhotoBranch
  /** created on first use */
  private fill: ColorFill | null = null
  private image: PlacedPicture | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.branch = new PhotoBranch(ctx)
    this.view.addChild(this.branch.view)
  }

  /** Filters read the pixels around a strip from the photo's windows, so each strip is painted separately. */
  update(_: unknown, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const { backdrop } = doc
    const photo = this.branch.update(branchPictureOf(doc, this.ctx.assets, backgroundBranch(doc), frame), frame)
    if (this.ctx.gains && backdrop.type !== 'image') return photo // a colour or nothing counts as gain 0
    if (this.fill) this.fill.mesh.visible = backdrop.type === 'color'
    if (backdrop.type !== 'image') this.image?.clear()
    switch (backdrop.type) {
      case 'original':
        return photo
      case 'transparent':
        return
      case 'color':
        return this.showColor(backdrop, frame, doc)
      case 'image':
        return this.showImage(backdrop, frame, doc)
    }
  }

  private showColor({ opacity, ...ink }: Immutable<ColorBackdrop>, { scale }: Frame, doc: DocumentSnapshot) {
    if (!this.fill) {
      this.fill = new ColorFill(this.ctx.colorSpace)
      this.view.addChild(this.fill.mesh)
    }
    this.fill.show({ ...ink, opacity: opacity / 100 }, canvasSize(doc), scale)
  }

  private showImage(backdrop: Immutable<ImageBackdrop>, frame: Frame, doc: DocumentSnapshot) {
    const { assets, gains } = this.ctx
    const bitmap = assets.bitmap(backdrop.asset)
    if (!bitmap || (gains && !gains.has(bitmap.id))) return this.image?.clear()
    if (!this.image) {
      this.image = new PlacedPicture(this.ctx)
      this.view.addChild(this.image.view)
    }
    const { opacity } = backdrop
    return this.image.show(imagePicture(bitmap, backdrop, doc, gains !== undefined), imageMap(backdrop, doc), frame, {
      opacity,
    }).ready
  }

  destroy(): void {
    this.branch.destroy()
    this.fill?.destroy()
    this.image?.destroy()
    this.view.destroy()
  }
}
