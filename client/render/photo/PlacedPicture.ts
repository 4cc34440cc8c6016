import { type Container, Matrix } from 'pixi.js'
import type { Lease } from '#client/kit/async/lease.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import {
  type Affine,
  axisScales,
  compose,
  invert,
  scalingMatrix,
  transformedBounds,
  transformPoint,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import { fittingDensity } from '#client/render/windows/WindowCache.ts'
import { windowsOf } from '#client/render/windows/windows.ts'
import { MAX_SIGMA } from '#shaders/blur/plan.ts'
import { maxTextureSide } from '#shaders/lib/pass.ts'
import { FILTER_RADIUS, type OutputGrid, PlacedQuad, texelMap } from '#shaders/placed/placed.ts'
import { sharpenReach } from '#shaders/tune/luma-low-pass.ts'
import { GlowCompositor, type GlowFields, planGlowArea } from '../canvas2d/GlowCompositor.ts'
import { inDocument, layerGridOf } from '../canvas2d/layerGrid.ts'
import type { Frame, NodeContext } from '../kind.ts'
import { type BranchTextures, branchContentKey, leaseBranchTextures, type TextureLease } from './BranchTextures.ts'
import { type BranchPicture, blurRadius, paintedArea } from './branches.ts'
import { PhotoBranch } from './PhotoBranch.ts'

/** An unchanged bitmap, or an enhanced and cut-out photo. */
export type PlaceablePicture = { bitmap: BitmapAsset } | { branch: BranchPicture }

/** The appearance of a placed image. Absent values are neutral. */
export interface Appearance {
  /** Opacity, 0..100. */
  opacity?: number
  /** Corner radius in document px. */
  radius?: number
  glow?: GlowFields
}

interface Task {
  picture: PlaceablePicture
  /** Map from the image's px to document px. */
  map: Affine
  grid: OutputGrid
  /** Part of `grid` that shows the image in output px. */
  window: Rect
  frame: Frame
  density: number
  appearance: Appearance
}

/**
 * Paints an image that an affine map places: a moved subject, a clone, an overlay or a background image. Downscaling
 * averages pixels, and upscaling interpolates them (Catmull-Rom). Moving the image does not repaint its texture.
 */
export class PlacedPicture {
  private readonly ctx: NodeContext
  private readonly compositor: GlowCompositor
  private readonly quad = new PlacedQuad()
  private branches: Lease<BranchTextures> | null = null
  private lease: TextureLease | null = null
  /** Paints without a texture. Created when a gesture changes the image's look for the first time. */
  private direct: PhotoBranch | null = null
  private readonly leasing = createLatestTask()
  /** Bounds of all painted pixels in document px. Null if nothing is painted. */
  area: Rect | null = null
  private held: { look: string; fraction: Point; density: number } | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.compositor = new GlowCompositor(ctx, 'placed picture')
    this.compositor.content.addChild(this.quad.mesh)
  }

  get view(): Container {
    return this.compositor.view
  }

  /**
   * Shows the image, placed by `map` (from the image's px to document px). Returns the map in use, because a gesture
   * moves the image by whole pixels. Also returns `ready`, which is a promise if pixels must load first. A newer call
   * replaces a pending call.
   */
  show(
    picture: PlaceablePicture,
    map: Affine,
    frame: Frame,
    appearance: Appearance = {},
  ): { map: Affine; ready: void | Promise<void> } {
    const task = this.plan(picture, map, frame, appearance)
    return { map: task.map, ready: this.fetch(task) }
  }

  clear(): void {
    this.leasing.cancel()
    this.direct?.clear()
    this.hide()
  }

  destroy(): void {
    this.clear()
    this.branches?.release()
    this.direct?.destroy()
    this.quad.destroy()
    this.compositor.destroy()
  }

  private plan(picture: PlaceablePicture, requestedMap: Affine, frame: Frame, appearance: Appearance): Task {
    const { scale, isDraft } = frame
    const stretch = axisScales(requestedMap)
    const wanted = Math.min(maxDensityOf(picture), Math.max(stretch.x, stretch.y) * scale)
    const isStretched = !isNearZero(stretch.x - stretch.y)
    const maxSide = isStretched ? maxTextureSide(this.ctx.renderer) : Number.POSITIVE_INFINITY
    const exact = fittingDensity(sizeOf(picture), readRegion(picture, requestedMap, frame), wanted, maxSide)
    // While a gesture changes the size, densities are rounded up. Otherwise every step would repaint the texture.
    const density = isDraft && this.held && this.held.density !== exact ? roundedUpDensity(exact) : exact
    const { a, b, c, d } = requestedMap
    const look = JSON.stringify([contentKeyOf(picture), a, b, c, d, scale])
    const { width, height } = sizeOf(picture)
    const center = transformPoint(requestedMap, { x: width / 2, y: height / 2 })
    const held = isDraft && this.held?.look === look ? this.held.fraction : null
    const { place, fraction } = layerGridOf(frame, center, held)
    const grid = { origin: place.origin, scale }
    const drift = { x: grid.origin.x + fraction.x / scale - center.x, y: grid.origin.y + fraction.y / scale - center.y }
    const steadyMap = held ? compose(translationMatrix(drift.x, drift.y), requestedMap) : requestedMap
    const map = isDraft ? snappedToTexels(steadyMap, grid, density) : steadyMap
    this.held = { look, fraction, density: exact }
    return { picture, map, grid, window: place.window, frame, density, appearance }
  }

  private fetch(task: Task): void | Promise<void> {
    this.leasing.cancel()
    const region = this.regionOf(task)
    if (region && this.drawDirectly(task, region)) return
    const lease = region && this.leaseOf(task, region)
    if (lease instanceof Promise)
      return this.leasing.run(async (signal) => {
        const texels = await lease
        if (signal.aborted) texels?.release()
        else this.draw(task, texels)
      })
    this.draw(task, lease)
  }

  /** Returns the needed part of the image in its own px, or null if the image is not visible. */
  private regionOf(task: Task): Rect | null {
    const { picture, map, grid, density } = task
    const target = targetOf(task)
    if (!target) return null
    const toTexels = texelMap(map, grid, density)
    const region = transformedBounds(
      compose(scalingMatrix(1 / density), toTexels),
      expandRect(target, FILTER_RADIUS * Math.max(1, minificationOf(toTexels))),
    )
    const area = areaOf(picture, density)
    return area && intersection(region, area)
  }

  private leaseOf({ picture, density, frame }: Task, region: Rect): TextureLease | null | Promise<TextureLease | null> {
    if ('bitmap' in picture) {
      const { renderer, assets, colorSpace } = this.ctx
      const windows = windowsOf(renderer, assets)
      const { source, origin, texel, release } = windows.lease(picture.bitmap, region, density, { colorSpace })
      return { source, first: origin, density: 1 / texel, isStraight: true, release }
    }
    return this.textures().lease(picture.branch, { region, density, isDraft: frame.isDraft })
  }

  private textures(): BranchTextures {
    this.branches ??= leaseBranchTextures(this.ctx)
    return this.branches.value
  }

  /**
   * Paints without a texture during a gesture that changes the image's look, because each texture would be used for
   * only one frame. Returns false if it paints nothing, for example because texels and output pixels don't coincide.
   */
  private drawDirectly(task: Task, region: Rect): boolean {
    const { picture, map, grid, density, frame } = task
    const target = targetOf(task)
    if (!target || !frame.isDraft || !('branch' in picture) || !isTexelAligned(task)) return false
    const wanted = { region, density, isDraft: true }
    if (!this.textures().needsPainting(picture.branch, wanted)) return false
    this.hide()
    this.area = inDocument(target, grid)
    this.view.alpha = 1
    this.compositor.show('', null, grid)
    if (!this.direct) {
      this.direct = new PhotoBranch(this.ctx)
      this.compositor.content.addChild(this.direct.view)
    }
    const { a, b, c, d, e, f } = map
    this.direct.view.setFromMatrix(new Matrix(a, b, c, d, e, f))
    this.direct.updateAlone(picture.branch, coveringRect(region, density), wanted)
    return true
  }

  private draw(task: Task, lease: TextureLease | null) {
    this.direct?.clear()
    const target = targetOf(task)
    if (!lease || !target) return this.hide()
    const { picture, map, grid, frame, appearance } = task
    const opacity = (appearance.opacity ?? 100) / 100
    const plan = glowPlan(task)
    this.area = inDocument(plan?.target ?? target, grid)
    const input = { picture: lease, size: sizeOf(picture), map, grid, radius: appearance.radius ?? 0 }
    this.quad.show({ ...input, target, opacity: plan ? 1 : opacity, isDraft: frame.isDraft })
    const before = this.lease
    this.lease = lease
    before?.release()
    this.view.alpha = plan ? opacity : 1
    const look = plan && JSON.stringify([contentKeyOf(picture), texelMap(map, grid, task.density), input.radius])
    this.compositor.show(look ?? '', plan, grid)
  }

  private hide() {
    this.area = null
    this.quad.hide()
    this.compositor.clear()
    this.lease?.release()
    this.lease = null
  }
}

/** Returns the texels per output px along the axis with the strongest reduction. */
const minificationOf = ({ a, b, c, d }: Affine) => 1 / Math.min(Math.hypot(a, b), Math.hypot(c, d))

const sizeOf = (picture: PlaceablePicture): Size => ('bitmap' in picture ? picture.bitmap : picture.branch.photo)
const longSideOf = (picture: PlaceablePicture) => Math.max(sizeOf(picture).width, sizeOf(picture).height)
const contentKeyOf = (picture: PlaceablePicture): string =>
  'bitmap' in picture ? picture.bitmap.id : branchContentKey(picture.branch)

/** Returns the maximum useful number of texels per px. An image with a wide blur needs fewer texels. */
const maxDensityOf = (picture: PlaceablePicture): number =>
  'branch' in picture ? Math.min(1, MAX_SIGMA / picture.branch.branch.set.blur) : 1

/** Returns the bounds of the painted part of an image in its own px, or null if nothing is painted. */
function areaOf(picture: PlaceablePicture, density: number): Rect | null {
  if ('branch' in picture) return paintedArea(picture.branch, 1 / density)
  const { width, height } = picture.bitmap
  return { x: 0, y: 0, width, height }
}

/** Returns the bounds of the image in the output, in px of the grid, or null if nothing is painted. */
function extentOf({ picture, map, grid, density }: Task): Rect | null {
  const area = areaOf(picture, density)
  if (!area) return null
  const toGrid = compose(scalingMatrix(grid.scale), translationMatrix(-grid.origin.x, -grid.origin.y), map)
  return coveringRect(expandRect(transformedBounds(toGrid, area), 0.5))
}

function glowPlan(task: Task) {
  const { window, frame, grid, appearance } = task
  const extent = extentOf(task)
  if (!appearance.glow || !extent) return null
  return planGlowArea(appearance.glow, { extent, window, scale: grid.scale, isDraft: frame.isDraft })
}

/**
 * Returns the rectangle to paint, in px of the grid. Without a glow, this is the visible part of the image. With a
 * glow, it is the part that determines the visible glow.
 */
function targetOf(task: Task): Rect | null {
  const plan = glowPlan(task)
  const extent = extentOf(task)
  return plan ? plan.cover : extent && intersection(task.window, extent)
}

/** Returns a function that returns the region of a stretched image that painting reads, for a density. Image px. */
const readRegion =
  (picture: PlaceablePicture, map: Affine, { region, scale }: Frame) =>
  (density: number) => {
    const { x, y } = axisScales(map)
    const own = 'branch' in picture ? blurRadius(picture.branch, 1 / density) + sharpenReach(longSideOf(picture)) : 0
    const filter = (FILTER_RADIUS * (1 + Math.max(1, density / (Math.min(x, y) * scale)))) / density
    return expandRect(transformedBounds(invert(map), region), own + filter)
  }

/** Rounds a density up to the next quarter octave (a factor of 2^¼). */
const roundedUpDensity = (density: number) => Math.min(1, 2 ** (Math.ceil(4 * Math.log2(density)) / 4))

/** If the map is a translation, returns the map shifted by less than a pixel, so that texels and pixels coincide. */
function snappedToTexels(map: Affine, grid: OutputGrid, density: number): Affine {
  const { a, b, c, d, e, f } = texelMap(map, grid, density)
  if (![a - 1, b, c, d - 1].every(isNearZero)) return map
  return compose(translationMatrix((e - Math.round(e)) / grid.scale, (f - Math.round(f)) / grid.scale), map)
}

/** Returns true when texels and pixels coincide, without opacity, radius and glow. */
function isTexelAligned({ map, grid, density, appearance }: Task): boolean {
  const { a, b, c, d, e, f } = texelMap(map, grid, density)
  const { opacity = 100, radius = 0, glow } = appearance
  if (opacity < 100 || radius > 0 || glow) return false
  return [a - 1, b, c, d - 1, e - Math.round(e), f - Math.round(f)].every(isNearZero)
}

/** Returns true for 0, apart from rounding errors. */
const isNearZero = (value: number) => Math.abs(value) < 1e-6
