import { Container } from 'pixi.js'
import { EMPTY_RECT, type Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Compositing } from '#shaders/blend/blend.ts'
import { LensBlur, lensSource, MAX_FRONTS, type Occlusion } from '#shaders/lens/lens.ts'
import { type LensPlan, MIN_RADIUS, planLens, sideOf } from '#shaders/lens/plan.ts'
import { createTarget, renderPart } from '#shaders/lib/pass.ts'
import { inDocument } from '../canvas2d/layerGrid.ts'
import { type Frame, framePx, type LayerNode, type NodeContext } from '../kind.ts'
import type { LensPlane } from './lensPlanes.ts'

interface Task {
  plane: LensPlane
  plan: LensPlan
  /** Blur radius in output px. */
  radius: number
  frame: Frame
  /**
   * Document point of output px (0, 0). In exports this is (0, 0). On the screen it is up to half an output px away.
   */
  origin: { x: number; y: number }
  /** The frame with a margin in output px. The blurs of the layers behind read this margin. */
  window: Rect
  /**
   * Pixels of the canvas: `whole` are completely within the canvas, `touched` at least partly. Null if the layer isn't
   * limited to the canvas.
   */
  canvas: { whole: Rect; touched: Rect } | null
}

/** Paints a layer behind a lens, blurred by its distance from the focus. A layer in focus is sharp. */
export class LensNode<D> implements LayerNode<D> {
  readonly view = new Container({ label: 'behind a lens' })
  /** Blur radius and document of this layer behind the lens. The scene sets this field before each update. */
  plane: LensPlane | null = null
  /**
   * The nodes of the layers in front that are behind the same lens and have no blend mode. The scene sets this field
   * before each update.
   */
  fronts: readonly LensNode<never>[] = []
  /** Increases when the blurred layer changes. */
  version = 0
  private readonly ctx: NodeContext
  private readonly node: LayerNode<D>
  private readonly isLimited: boolean
  private readonly stage = new Container()
  private blur: LensBlur | null = null
  private task: Task | null = null
  private shown: Rect | null = null
  private pending: Promise<void> | null = null

  /**
   * `isLimited`: the layer ends at the canvas's edges. Beyond these edges, the blur continues the layer with its mirror
   * image.
   */
  constructor(node: LayerNode<D>, ctx: NodeContext, isLimited: boolean) {
    this.node = node
    this.ctx = ctx
    this.isLimited = isLimited
  }

  get area(): Rect | null | undefined {
    return this.task ? this.shown : this.node.area
  }

  get changed(): Rect | null {
    return this.task ? null : (this.node.changed ?? null)
  }

  /** How a layer without a blend mode is composited. */
  get compositing(): Compositing {
    return this.task && this.plane ? { highlights: this.plane.lens.highlights } : 'normal'
  }

  update(data: D, frame: Frame, _: DocumentSnapshot): void | Promise<void> {
    const { plane } = this
    if (!plane) throw new Error('a node behind a lens has no plane')
    const task = this.taskOf(plane, frame)
    this.task = task
    this.pending = null
    if (!task) {
      if (this.blur?.occlusion) this.version++
      this.blur?.clear()
      this.view.addChild(this.node.view)
      return this.node.update(data, frame, plane.doc)
    }
    this.stage.addChild(this.node.view)
    const { scale } = frame
    const px = limitTo(lensSource(task.window, task.plan), task.canvas?.touched)
    const region = inDocument(px, { origin: task.origin, scale })
    const pending = this.node.update(data, { ...frame, region }, plane.doc)
    this.draw(task)
    const awaited = [pending, ...this.fronts.map((front) => front.pending)].filter((one) => one)
    if (awaited.length === 0) return
    const pixels = Promise.all(awaited).then(() => {
      // a later update of a layer behind must not wait for pixels that are already painted
      if (this.pending === pixels) this.pending = null
      if (this.task === task) this.draw(task)
    })
    this.pending = pixels
    return pixels
  }

  destroy(): void {
    this.task = null
    this.blur?.destroy()
    this.node.destroy()
    this.stage.destroy()
    this.view.destroy()
  }

  /** Returns the blur to paint, or null if the layer is in focus. */
  private taskOf(plane: LensPlane, frame: Frame): Task | null {
    const { region, scale, isDraft } = frame
    const radius = plane.radius * scale
    if (Math.abs(radius) < MIN_RADIUS) return null
    const shown = framePx(frame)
    const window = expandRect(shown, plane.behind === 0 ? 0 : 2 * sideOf(plane.behind * scale, isDraft))
    const origin = { x: region.x - shown.x / scale, y: region.y - shown.y / scale }
    const { width, height } = canvasSize(plane.doc)
    const touched = coveringRect({ x: -origin.x, y: -origin.y, width, height }, scale)
    const [left, top] = [Math.ceil(-origin.x * scale - 1e-6), Math.ceil(-origin.y * scale - 1e-6)]
    const whole = {
      x: left,
      y: top,
      width: Math.floor((width - origin.x) * scale + 1e-6) - left,
      height: Math.floor((height - origin.y) * scale + 1e-6) - top,
    }
    const canvas = this.isLimited ? { whole, touched } : null
    return { plane, plan: planLens(radius, plane.lens.blades, isDraft), radius, frame, origin, window, canvas }
  }

  /** Returns the data that hides the layers behind the blurred layer, or null if the blurred layer is not visible. */
  private get occlusion(): Occlusion | null {
    return this.task ? (this.blur?.occlusion ?? null) : null
  }

  private draw({ plane, plan, radius, frame, origin, window, canvas }: Task) {
    this.version++
    const { renderer } = this.ctx
    const { scale } = frame
    const { area } = this.node
    const spread = (plan.reach + 2) * plan.side
    const drawn = area && coveringRect({ ...area, x: area.x - origin.x, y: area.y - origin.y }, scale)
    const target = area === null ? null : limitTo(limitTo(window, canvas?.touched), drawn && expandRect(drawn, spread))
    const first = target && limitTo(limitTo(lensSource(target, plan), canvas?.touched), drawn ?? undefined)
    this.shown = null
    if (!target || !first || target.width <= 0 || target.height <= 0 || first.width <= 0 || first.height <= 0)
      return this.blur?.clear()
    const layer = createTarget(first.width, first.height, 'rgba16float')
    renderPart(renderer, this.stage, layer, first, { scale, origin })
    this.blur ??= new LensBlur()
    this.view.removeChildren()
    this.view.addChild(this.blur.mesh)
    const { highlights } = plane.lens
    const fronts = this.fronts
      .flatMap(({ occlusion }) => occlusion ?? [])
      .filter((front) => Math.abs(front.radius) >= LEAST_RATIO * Math.abs(radius))
      .toSorted((a, b) => Math.abs(b.radius) - Math.abs(a.radius))
      .slice(0, MAX_FRONTS)
    const mirror = canvas?.whole ?? null
    const input = { layer: layer.source, first, mirror, target, plan, highlights, radius, fronts }
    this.blur.blur(renderer, input, scale, origin)
    layer.destroy(true)
    this.shown = inDocument(target, { origin, scale })
  }
}

/** Minimum ratio of a front layer's blur to the blur behind it. Smaller blurs change less than a texel. */
const LEAST_RATIO = 0.25

/** Returns the part of `rect` inside `by`. Without `by`, returns all of `rect`. */
const limitTo = (rect: Rect, by: Rect | null | undefined): Rect => (by ? (intersection(rect, by) ?? EMPTY_RECT) : rect)
