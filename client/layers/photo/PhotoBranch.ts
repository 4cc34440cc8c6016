/** One branch of the photo on the canvas: its windows and its pass. The background and the subject are made of these. */
import type { Container, TextureSource } from 'pixi.js'
import { PhotoBlur } from '#shaders/blur/blur.ts'
import { blurReach, LEAST_SIGMA } from '#shaders/blur/plan.ts'
import { type PhotoInput, PhotoPass } from '#shaders/photo/photo.ts'
import { gridOf } from '#shaders/photo/window.ts'
import { LowPass, sharpenReach } from '#shaders/tune/low.ts'
import { SHARPNESS, TONE, type TuneUniforms, tuneUniforms } from '#shaders/tune/uniforms.ts'
import type { BitmapAsset, MatteAsset } from '../../assets/store.ts'
import { type WindowLease, windowsOf } from '../../assets/windows.ts'
import type { Rect } from '../../base/geometry.ts'
import { grown } from '../../base/rect.ts'
import type { DocumentSnapshot } from '../../document/document.ts'
import { toneMasksOf } from '../../tune/toneMasks.ts'
import type { Frame, NodeContext } from '../kind.ts'
import type { Branch } from './branches.ts'
import { matteBox } from './matteBox.ts'

interface Task {
  photo: BitmapAsset
  matte: MatteAsset | null
  branch: Branch
  tune: TuneUniforms
  frame: Frame
}

export class PhotoBranch {
  private readonly ctx: NodeContext
  private readonly view: Container
  private readonly blur: PhotoBlur
  private readonly low: LowPass
  private readonly passes: PhotoPass[] = []
  private leases: WindowLease[] = []
  private latest: Task | null = null

  constructor(view: Container, ctx: NodeContext) {
    this.view = view
    this.ctx = ctx
    this.blur = new PhotoBlur(ctx.renderer)
    this.low = new LowPass(ctx.renderer)
  }

  /** Paint the photo as `branch` says; null, or pixels that are not there, paint nothing. */
  update(doc: DocumentSnapshot, frame: Frame, branch: Branch | null): void | Promise<void> {
    const { renderer, assets } = this.ctx
    const photo = doc.photo && assets.bitmap(doc.photo.asset)
    const needsMatte = branch !== null && branch.role !== 'WHOLE'
    const matte = needsMatte && doc.separation ? assets.matte(doc.separation.matte) : null
    if (!photo || !branch || (needsMatte && !matte)) {
      this.clear()
      return
    }
    const task: Task = { photo, matte, branch, tune: tuneUniforms(branch.set), frame }
    this.latest = task
    if (!(task.tune.flags & TONE)) {
      this.paint(task, null)
      return
    }
    const masks = toneMasksOf(assets)
    const ready = masks.ready(photo)
    if (ready) {
      this.paint(task, ready)
      return
    }
    return masks.build(photo, renderer).then((mask) => {
      if (this.latest === task) this.paint(task, mask)
    })
  }

  clear(): void {
    this.latest = null
    this.show([])
    this.blur.clear()
    this.low.clear()
    this.replaceLeases([])
  }

  destroy(): void {
    this.clear()
    this.blur.destroy()
    this.low.destroy()
  }

  private paint({ photo, matte, branch, tune, frame }: Task, mask: TextureSource | null) {
    const longSide = Math.max(photo.width, photo.height)
    const isSharpened = (tune.flags & SHARPNESS) !== 0
    const texel = 1 / Math.min(1, frame.scale)
    const blurring = blurReach(branch.set.blur / texel) * texel
    const region = grown(frame.region, blurring + (isSharpened ? sharpenReach(longSide) : 0))
    const windows = windowsOf(this.ctx.renderer, this.ctx.assets)
    const sigma = branch.set.blur / texel
    const isBlurred = sigma >= LEAST_SIGMA
    const photoWindow = windows.lease(photo, region, frame.scale, isBlurred)
    const matteWindow = matte && windows.lease(matte, region, frame.scale)

    for (const pass of this.passes) pass.letGo()
    const blurred = isBlurred
      ? this.blur.update({ photo: photoWindow, matte: matteWindow, hasAlpha: photo.hasAlpha, role: branch.role, sigma })
      : null
    if (!isBlurred) this.blur.clear()
    const low = isSharpened
      ? this.low.update({
          photo: photoWindow,
          blurred,
          longSide,
          isWeighted: photo.hasAlpha || (isBlurred && branch.role === 'SUBJECT'),
        })
      : null
    if (!isSharpened) this.low.clear()

    // Beside the subject there is nothing to paint; its edge is spread by the blur and by linear taps.
    const area = branch.role === 'SUBJECT' && matte ? subjectArea(matte, blurring + 2 * texel) : null
    const input: PhotoInput = {
      width: photo.width,
      height: photo.height,
      ...(area && { area }),
      photo: photoWindow,
      hasAlpha: photo.hasAlpha,
      role: branch.role,
      matte: matteWindow,
      blurred,
      tune,
      low,
      mask,
      grid: gridOf(frame.region, frame.scale),
      isEraser: false,
      isDraft: frame.isDraft,
    }
    // Over itself a translucent photo would add up: what lies below is taken away first, as far as the subject covers.
    const needsEraser = branch.role === 'SUBJECT' && photo.hasAlpha
    this.show(needsEraser ? [{ ...input, isEraser: true }, input] : [input])
    this.replaceLeases(matteWindow ? [photoWindow, matteWindow] : [photoWindow])
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
    const pass = new PhotoPass(this.ctx.renderer)
    this.passes.push(pass)
    this.view.addChild(pass.mesh)
    return pass
  }

  private replaceLeases(next: WindowLease[]) {
    for (const lease of this.leases) lease.release()
    this.leases = next
  }
}

/** Within the photo; empty where nobody is. */
function subjectArea(matte: MatteAsset, spread: number): Rect {
  const box = matteBox(matte)
  if (!box) return { x: 0, y: 0, width: 0, height: 0 }
  const { x, y, width, height } = grown(box, spread)
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.min(matte.width, x + width) - left,
    height: Math.min(matte.height, y + height) - top,
  }
}
