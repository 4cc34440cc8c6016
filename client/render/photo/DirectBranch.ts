import { Container, Matrix } from 'pixi.js'
import type { Affine } from '#client/kit/base/affine.ts'
import { coveringRect, scaleRect } from '#client/kit/base/rect.ts'
import type { NodeContext } from '../kind.ts'
import type { BranchPicture } from './BranchPicture.ts'
import type { TextureRequest } from './BranchTextures.ts'
import { PhotoBranch } from './PhotoBranch.ts'

/**
 * Paints an enhanced and cut-out photo directly into the scene. Used while a gesture changes its look, because each
 * texture would serve only one frame. Texels and output px must coincide.
 */
export class DirectBranch {
  private readonly view = new Container({ label: 'direct branch' })
  private readonly branch: PhotoBranch

  constructor(parent: Container, ctx: NodeContext) {
    this.branch = new PhotoBranch(this.view, ctx)
    parent.addChild(this.view)
  }

  /** Paints the picture. `map`: photo px → document px. All resources of the picture must be available. */
  show(picture: BranchPicture, map: Affine, { region, density, isDraft }: TextureRequest): void {
    const { a, b, c, d, e, f } = map
    this.view.setFromMatrix(new Matrix(a, b, c, d, e, f))
    const frame = { region: scaleRect(coveringRect(region, density), 1 / density), scale: density, isDraft }
    void this.branch.update({ ...picture, isOverItself: false }, frame)
  }

  clear(): void {
    this.branch.clear()
  }

  destroy(): void {
    this.branch.destroy()
    this.view.destroy()
  }
}
