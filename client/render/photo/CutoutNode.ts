import { Container } from 'pixi.js'
import type { Affine } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { CreateNode, Frame, LayerNode, NodeContext } from '../kind.ts'
import { hasPendingMatte } from '../matting/mask-edits/editedMattes.ts'
import type { Cutout } from '../matting/separation.ts'
import { type ShadowedKind, type ShadowedLayer, withShadow } from '../shadow/ShadowedNode.ts'
import type { BranchPicture } from './branches.ts'
import { CutoutOutline } from './CutoutOutline.ts'
import { PhotoBranch } from './PhotoBranch.ts'
import { PlacedPicture } from './PlacedPicture.ts'

/** The appearance of a cut-out in one frame. */
interface CutoutLook {
  /** Null = nothing is painted. */
  picture: BranchPicture | null
  /** Photo px → document px; null = copies the photo's pixels to their original position without resampling. */
  map: Affine | null
  /** 0..100; absent = 100. Ignored without a map. */
  opacity?: number
  /** The outline below the cut-out; absent = none. */
  cutout?: Cutout | undefined
}

type LookOf<D> = (layer: D, frame: Frame, doc: DocumentSnapshot, ctx: NodeContext) => CutoutLook

/** Returns the `createNode` of a kind whose layers are cut-outs of the photo with a shadow. */
export const cutoutNode = <L extends ShadowedLayer>(
  kind: ShadowedKind<L>,
  lookOf: LookOf<Immutable<L>>,
): CreateNode<Immutable<L>> => withShadow<L>(kind, (ctx) => new CutoutNode(ctx, lookOf), hasPendingMatte)

/** Paints a cut-out of the photo over its outline: the subject, a clone, or an object. */
class CutoutNode<D> implements LayerNode<D> {
  readonly view = new Container({ label: 'cut-out' })
  private readonly ctx: NodeContext
  private readonly lookOf: LookOf<D>
  private readonly branch: PhotoBranch
  /** Created with the first map. */
  private placed: PlacedPicture | null = null
  /** Created with the first outline. */
  private outline: CutoutOutline | null = null

  constructor(ctx: NodeContext, lookOf: LookOf<D>) {
    this.ctx = ctx
    this.lookOf = lookOf
    this.branch = new PhotoBranch(ctx)
    this.view.addChild(this.branch.view)
  }

  get area(): Rect | null {
    const pixels = unionOrNull(this.branch.area, this.placed?.area ?? null)
    return unionOrNull(pixels, this.outline?.area ?? null)
  }

  /** Filters read beyond a strip's edges from windows of photo and matte, so each strip is painted independently. */
  update(layer: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const { picture, map, opacity = 100, cutout } = this.lookOf(layer, frame, doc, this.ctx)
    if (!picture || !map) this.placed?.clear()
    if (!picture || map) this.branch.clear()
    if (!picture) return this.outline?.hide()
    const shown = map
      ? this.placedPicture().show({ branch: picture }, map, frame, { opacity })
      : { map, ready: this.branch.update(picture, frame) }
    const outlined = this.showOutline(picture, shown.map, frame, cutout)
    if (shown.ready || outlined) return Promise.all([shown.ready, outlined]).then(() => undefined)
  }

  destroy(): void {
    this.branch.destroy()
    this.placed?.destroy()
    this.outline?.destroy()
    this.view.destroy({ children: true })
  }

  private placedPicture(): PlacedPicture {
    if (!this.placed) {
      this.placed = new PlacedPicture(this.ctx)
      this.view.addChild(this.placed.view)
    }
    return this.placed
  }

  private showOutline({ matte }: BranchPicture, map: Affine | null, frame: Frame, cutout: Cutout | undefined) {
    if (!matte || !cutout?.enabled) return this.outline?.hide()
    if (!this.outline) {
      this.outline = new CutoutOutline(this.ctx)
      this.view.addChildAt(this.outline.view, 0)
    }
    return this.outline.show(matte, { settings: cutout, frame, map })
  }
}
