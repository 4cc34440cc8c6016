import { Container } from 'pixi.js'
import type { Affine } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import type { Frame, NodeContext } from '../kind.ts'
import type { Cutout } from '../matting/separation.ts'
import type { BranchPicture } from './BranchPicture.ts'
import { CutoutOutline } from './CutoutOutline.ts'
import { PlacedPicture } from './PlacedPicture.ts'

/**
 * Paints the cut-out subject, placed by an affine map, with its outline below. Used by the moved subject and clones.
 */
export class PlacedSubject {
  readonly view = new Container({ label: 'standing subject' })
  private readonly ctx: NodeContext
  private readonly picture: PlacedPicture
  /** created with the first outline */
  private outline: CutoutOutline | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.picture = new PlacedPicture(ctx)
    this.view.addChild(this.picture.view)
  }

  /** bounds of all painted pixels, document px; null = nothing is painted */
  get area(): Rect | null {
    return unionOrNull(this.picture.area, this.outline?.area ?? null)
  }

  /** `map`: photo px → document px. Returns a promise if masks or distance fields must be computed first. */
  show(branch: BranchPicture, map: Affine, frame: Frame, cutout: Cutout | null): void | Promise<void> {
    const shown = this.picture.show({ branch }, map, frame)
    const outlined = this.showOutline(branch, shown.map, frame, cutout)
    if (shown.ready || outlined) return Promise.all([shown.ready, outlined]).then(() => undefined)
  }

  clear(): void {
    this.picture.clear()
    this.outline?.hide()
  }

  destroy(): void {
    this.picture.destroy()
    this.outline?.destroy()
    this.view.destroy()
  }

  private showOutline({ matte }: BranchPicture, map: Affine, frame: Frame, cutout: Cutout | null) {
    if (!matte || !cutout?.enabled) return this.outline?.hide()
    if (!this.outline) {
      this.outline = new CutoutOutline(this.ctx)
      this.view.addChildAt(this.outline.view, 0)
    }
    return this.outline.show(matte, { settings: cutout, frame, map })
  }
}
