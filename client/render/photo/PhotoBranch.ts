import { Container, type TextureSource } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { expandRect, scaleRect } from '#client/kit/geometry/rect.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { memoOnPair } from '#client/kit/values/identity.ts'
import { type AssetId, newId } from '#client/kit/values/ids.ts'
import type { BitmapAsset, Patch, PatchedPhoto } from '#client/model/assets/store.ts'
import { type WindowLease, windowsOf } from '#client/render/windows/windows.ts'
import { PhotoBlur } from '#shaders/blur/blur.ts'
import { MIN_SIGMA } from '#shaders/blur/plan.ts'
import { type PhotoInput, PhotoPass } from '#shaders/photo/photo.ts'
import { gridOf } from '#shaders/photo/window.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { LumaLowPass, sharpenReach } from '#shaders/tune/luma-low-pass.ts'
import { needsLow, needsMask, type TuneUniforms, tuneUniforms } from '#shaders/tune/steps.ts'
import { backgroundFillsOf } from '../inpainting/backgroundFills.ts'
import { filledGainMap } from '../inpainting/gainMapFills.ts'
import type { Frame, NodeContext } from '../kind.ts'
import { type EdgeColors, edgeColorCacheOf } from '../matting/foreground/edgeColors.ts'
import { type BranchPicture, blurRadius, paintedArea, paintedParts, type TextureRequest } from './branches.ts'
import { toneMasksOf } from './toneMasks.ts'

interface Task extends BranchPicture {
  tune: TuneUniforms
  frame: Frame
}

/** The photos that are painted instead of the original photo. */
interface Pictures {
  edges: EdgeColors | null
  filled: PatchedPhoto | null
}

/**
 * Paints one branch of a photo in photo px: the whole photo, the background or the subject, with its enhancements.
 * Leases the branch's texture windows and runs its passes.
 */
export class PhotoBranch {
  readonly view = new Container({ label: 'photo branch' })
  private readonly ctx: NodeContext
  private readonly blur: PhotoBlur
  private readonly low: LumaLowPass
  private readonly passes: PhotoPass[] = []
  private leases: WindowLease[] = []
  private latest: Task | null = null
  /** Bounds of all painted pixels in photo px. Null if nothing is painted. */
  area: Rect | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.blur = new PhotoBlur(ctx.renderer)
    this.low = new LumaLowPass(ctx.renderer)
  }

  /**
   * Paints the image, or nothing for null. Returns a promise if a tone mask, edge colors or the background fill must be
   * computed first.
   */
  update(picture: BranchPicture | null, frame: Frame): void | Promise<void> {
    if (!picture) {
      this.clear()
      return
    }
    const { gains, colorSpace } = this.ctx
    const set = gains ? { ...defaults(tuneFields), blur: picture.branch.set.blur } : picture.branch.set
    const task: Task = { ...picture, tune: tuneUniforms(set, colorSpace), frame }
    this.latest = task
    const { mask, pending, ...pictures } = photoResources(picture, frame.isDraft, this.ctx)
    if (mask !== 'missing') this.paint(task, mask, pictures)
    if (pending.length === 0) return
    return Promise.all(pending).then(() => {
      // Another project may have replaced the photo in the meantime. The next frame then paints the new photo.
      if (this.latest !== task || this.ctx.assets.bitmap(picture.photo.id) !== picture.photo) return
      const found = photoResources(picture, frame.isDraft, this.ctx)
      if (found.mask !== 'missing') this.paint(task, found.mask, found)
    })
  }

  /**
   * Paints the image alone, not over its own photo. All its resources must be available. `rect`: the texels to paint.
   * `density`: texels per photo px.
   */
  updateAlone(picture: BranchPicture, rect: Rect, { density, isDraft }: Omit<TextureRequest, 'region'>): void {
    void this.update(
      { ...picture, isOverItself: false },
      { region: scaleRect(rect, 1 / density), scale: density, isDraft },
    )
  }

  clear(): void {
    this.latest = null
    this.area = null
    this.show([])
    this.blur.clear()
    this.low.clear()
    this.replaceLeases([])
  }

  destroy(): void {
    this.clear()
    this.blur.destroy()
    this.low.destroy()
    this.view.destroy()
  }

  private paint(picture: Task, mask: TextureSource | null, { edges, filled }: Pictures) {
    const { photo, matte, solid, branch, isOverItself, tune, frame } = picture
    const longSide = Math.max(photo.width, photo.height)
    const isSharpened = needsLow(tune)
    const texel = 1 / Math.min(1, frame.scale)
    const blurMargin = blurRadius(picture, texel)
    const region = expandRect(frame.region, blurMargin + (isSharpened ? sharpenReach(longSide) : 0))
    const windows = windowsOf(this.ctx.renderer, this.ctx.assets)
    const sigma = branch.set.blur / texel
    const isBlurred = sigma >= MIN_SIGMA
    const gain = this.ctx.gains?.get(photo.id)
    const own = branch.role === 'SUBJECT' ? edges?.foreground : edges?.background
    const shown = gain ? (filled ?? gain) : shownPhoto(photo, own, filled)
    const photoWindow = windows.lease(shown, region, frame.scale, {
      isForBlur: isBlurred,
      colorSpace: gain ? 'srgb' : this.ctx.colorSpace,
    })
    const matteWindow = matte && windows.lease(solid ?? matte, region, frame.scale)

    for (const pass of this.passes) pass.releaseInputs()
    const blurred = isBlurred
      ? this.blur.update({
          photo: photoWindow,
          matte: matteWindow,
          hasAlpha: photo.hasAlpha,
          role: branch.role,
          sigma,
          share: branch.blurShare,
        })
      : null
    if (!isBlurred) this.blur.clear()
    const low = isSharpened
      ? this.low.update({
          photo: photoWindow,
          blurred,
          longSide,
          isWeighted: photo.hasAlpha || (isBlurred && branch.role === 'SUBJECT'),
          space: tune.space,
        })
      : null
    if (!isSharpened) this.low.clear()

    this.area = paintedArea(picture, texel)
    const input: PhotoInput = {
      width: photo.width,
      height: photo.height,
      parts: paintedParts(picture, texel),
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
    // A translucent photo over itself would be blended twice, so an eraser pass with the matte first clears the pixels
    // below.
    const needsEraser = isOverItself && photo.hasAlpha
    this.show(needsEraser ? [{ ...input, isEraser: true }, input] : [input])
    this.replaceLeases(matteWindow ? [photoWindow, matteWindow] : [photoWindow])
  }

  private show(inputs: readonly PhotoInput[]) {
    while (this.passes.length > inputs.length) this.passes.pop()?.destroy()
    inputs.forEach((input, i) => {
      const pass = this.passes[i] ?? this.add()
      pass.show(input)
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

/** Returns the photo with both patches. Where the fill doesn't change the photo, the edge colors remain. */
const combined = memoOnPair((edges: PatchedPhoto, filled: PatchedPhoto): PatchedPhoto => {
  const edgeAt = new Map(edges.patches.map((patch) => [keyOfRect(patch.rect), patch]))
  const fills = filled.patches.map((fill) => withEdge(fill, edgeAt.get(keyOfRect(fill.rect))))
  return { ...filled, id: newId<AssetId>(), patches: [...edges.patches, ...fills] }
})

const keyOfRect = ({ x, y, width, height }: Rect) => [x, y, width, height].join()

/** Returns the fill's patch with the pixels of `edge` where the fill doesn't change the photo. */
function withEdge(fill: Patch, edge: Patch | undefined): Patch {
  const { opacity } = fill
  if (!edge || !opacity) return fill
  const rgba = edge.rgba.slice()
  for (let i = 0; i < opacity.length; i++)
    if ((opacity[i] ?? 0) > 0) rgba.set(fill.rgba.subarray(4 * i, 4 * i + 4), 4 * i)
  return { rect: fill.rect, rgba }
}

/**
 * Returns the photo that a branch reads: with the estimated edge colors and the fill of holes, if they are given.
 * Without `edges`, the photo has its own colors.
 */
function shownPhoto(
  photo: BitmapAsset,
  edges: BitmapAsset | PatchedPhoto | undefined,
  filled: PatchedPhoto | null,
): BitmapAsset | PatchedPhoto {
  if (!filled || edges?.kind !== 'patched') return filled ?? edges ?? photo
  return combined(edges, filled)
}

interface PhotoResources {
  /** Tone mask. Null if no tone mask is needed. If it is 'missing' (not computed yet), nothing can be painted. */
  mask: TextureSource | null | 'missing'
  /** Edge colors. If they are null (not needed or not computed yet), the photo's own colors are used. */
  edges: EdgeColors | null
  /**
   * The photo with the holes of lifted subjects and objects filled. Null if this photo isn't needed or isn't computed
   * yet.
   */
  filled: PatchedPhoto | null
  pending: Promise<unknown>[]
}

/**
 * Returns a branch's tone mask, edge colors and background fill, as far as they are computed. Starts computing the
 * others and returns their promises. Doesn't start edge colors for a draft or an unfinished matte, which will change.
 * Starts the fill if the branch has fill settings and a lifted subject or object. Doesn't start it for an unfinished
 * matte, for a draft that can show an earlier fill, and for the screen after the user has canceled the fill.
 */
export function photoResources(
  { photo, matte, lifted, beside = null, isLive = false, isUnfinished, branch, mattes = 1 }: BranchPicture,
  isDraft: boolean,
  { assets, gains, ...ctx }: NodeContext,
): PhotoResources {
  const pending: Promise<unknown>[] = []
  let mask: PhotoResources['mask'] = null
  if (!gains && needsMask(tuneUniforms(branch.set))) {
    const masks = toneMasksOf(assets)
    mask = masks.ready(photo, ctx) ?? 'missing'
    if (mask === 'missing') pending.push(masks.build(photo, ctx))
  }
  let edges: EdgeColors | null = null
  // a translucent photo was probably cut out before, so its own edge colors are right
  if (!gains && matte && branch.role !== 'WHOLE' && !photo.hasAlpha) {
    const cache = edgeColorCacheOf(assets)
    cache.makeRoom(mattes)
    edges = cache.get(photo, matte)
    if ((!edges || edges.isOutdated) && !isDraft && !isUnfinished) pending.push(cache.estimate(photo, matte))
  }
  let filled: PatchedPhoto | null = null
  const gain = gains?.get(photo.id)
  if (gain && lifted && branch.fill) {
    const fill = filledGainMap(gain, { photo, matte: lifted, beside, settings: branch.fill })
    filled = fill.filled
    if (!filled) pending.push(fill.ready)
  } else if (lifted && branch.fill) {
    const fills = backgroundFillsOf(assets)
    const request = { photo, matte: lifted, beside, settings: branch.fill }
    const known = fills.get(request)
    filled = known?.picture ?? null
    // the first gesture that moves the subject starts the fill immediately
    const mayCompute = !isUnfinished && !(isDraft && known && !known.isPartial)
    if (mayCompute && fills.isMissing(request, isLive)) pending.push(fills.compute(request, isLive))
  }
  return { mask, edges, filled, pending }
}
