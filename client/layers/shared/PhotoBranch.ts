/** One branch of the photo on the canvas: its windows and its pass. The background and the subject are made of these. */
import type { Container } from 'pixi.js'
import { type PhotoInput, PhotoPass } from '#shaders/photo/photo.ts'
import { gridOf } from '#shaders/photo/window.ts'
import { type WindowLease, windowsOf } from '../../assets/windows.ts'
import type { DocumentSnapshot } from '../../document/document.ts'
import type { Frame, NodeContext } from '../kind.ts'

export class PhotoBranch {
  private readonly ctx: NodeContext
  private readonly passes: PhotoPass[] = []
  private readonly view: Container
  private leases: WindowLease[] = []

  constructor(view: Container, ctx: NodeContext) {
    this.view = view
    this.ctx = ctx
  }

  /** Paint the photo, cut out by the matte if `isCutOut`; paints nothing while its pixels are not there. */
  update(doc: DocumentSnapshot, frame: Frame, isCutOut: boolean): void {
    const { renderer, assets } = this.ctx
    const photo = doc.photo && assets.bitmap(doc.photo.asset)
    const matte = isCutOut && doc.separation ? assets.matte(doc.separation.matte) : null
    if (!photo || (isCutOut && !matte)) {
      this.clear()
      return
    }

    const windows = windowsOf(renderer, assets)
    const photoWindow = windows.lease(photo, frame.region, frame.scale)
    const matteWindow = matte && windows.lease(matte, frame.region, frame.scale)
    const input: PhotoInput = {
      width: photo.width,
      height: photo.height,
      photo: photoWindow,
      hasAlpha: photo.hasAlpha,
      matte: matteWindow,
      grid: gridOf(frame.region, frame.scale),
      isEraser: false,
    }
    // Over itself a translucent photo would add up: what lies below is taken away first, as far as the subject covers.
    this.show(matte && photo.hasAlpha ? [{ ...input, isEraser: true }, input] : [input])
    this.replaceLeases(matteWindow ? [photoWindow, matteWindow] : [photoWindow])
  }

  clear(): void {
    this.show([])
    this.replaceLeases([])
  }

  destroy(): void {
    this.clear()
  }

  private show(inputs: readonly PhotoInput[]) {
    while (this.passes.length > inputs.length) this.passes.pop()?.destroy()
    inputs.forEach((input, i) => {
      const pass = this.passes[i] ?? this.add()
      pass.set(input)
      pass.mesh.blendMode = inputs.length === 1 ? 'normal' : input.isEraser ? 'erase' : 'add'
    })
  }

  private add(): PhotoPass {
    const pass = new PhotoPass()
    this.passes.push(pass)
    this.view.addChild(pass.mesh)
    return pass
  }

  private replaceLeases(next: WindowLease[]) {
    for (const lease of this.leases) lease.release()
    this.leases = next
  }
}
