import { Container } from 'pixi.js'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import {
  type Affine,
  compose,
  IDENTITY,
  rotationMatrix,
  scalingMatrix,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { scaleRect, unionOrNull } from '#client/kit/geometry/rect.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { planShadow } from '#shaders/shadow/plan.ts'
import { Shadow } from '#shaders/shadow/shadow.ts'
import {
  type CreateNode,
  type Frame,
  type LayerNode,
  type LayerTransform,
  type NodeContext,
  type Placed,
  uprightBox,
  visiblePx,
} from '../kind.ts'
import type { ShadowFields } from './shadowFields.ts'
import { type Silhouette, takeSilhouette } from './silhouette.ts'

/** A layer of a kind with `shadowField`. */
export interface ShadowedLayer extends LayerBase {
  shadow: ShadowFields
}

/** A kind's properties that its shadow needs. */
export interface ShadowedKind<L> {
  inputs?(doc: DocumentSnapshot): readonly unknown[]
  transform?: Pick<LayerTransform<L>, 'placed'>
  staysReadable?: true
}

/** Fields that do not affect the shadow's silhouette. */
const NOT_CAST = new Set(['id', 'name', 'placement', 'isLocked', 'blendMode', 'glow', 'shadow'])

/** Properties of a kind's nodes that their shadows need. */
interface CasterTraits<L> {
  /** Returns true if the last update for the screen painted an intermediate result. Absent = always false. */
  isUnfinished?(ctx: NodeContext): boolean
  /**
   * Returns the bounds of the layer's pixels, document px, or null if there are none. Required for pixels farther
   * outside the layer's box (`placed`) than a quarter of its longer side.
   */
  paintedBounds?(layer: Immutable<L>, frame: Frame, doc: DocumentSnapshot, ctx: NodeContext): Rect | null
}

/**
 * Returns a `createNode` whose layers cast a shadow. The shadow is painted beneath the layer's own pixels and blended
 * with them.
 */
export const withShadow =
  <L extends ShadowedLayer>(
    kind: ShadowedKind<L>,
    create: CreateNode<Immutable<L>>,
    traits: CasterTraits<L> = {},
  ): CreateNode<Immutable<L>> =>
  (ctx) =>
    new ShadowedNode(ctx, kind, create, traits)

interface Task<L> {
  layer: Immutable<L>
  frame: Frame
  doc: DocumentSnapshot
}

interface Held {
  silhouette: Silhouette
  look: readonly unknown[]
  placed: Placed
  /** False if the silhouette was computed for the screen while the layer showed an intermediate result. */
  isFinal: boolean
}

/**
 * Paints a layer over its shadow. The silhouette of the whole layer doesn't depend on the frame, so preview, strip and
 * thumbnail share it. During a gesture the silhouette moves, scales and rotates with the layer. The silhouette is
 * computed again at the gesture's end, and while the layer shows an intermediate result.
 */
class ShadowedNode<L extends ShadowedLayer> implements LayerNode<Immutable<L>> {
  readonly view = new Container({ label: 'with shadow' })
  private readonly ctx: NodeContext
  private readonly kind: ShadowedKind<L>
  private readonly create: CreateNode<Immutable<L>>
  private readonly traits: CasterTraits<L>
  private readonly layer: LayerNode<Immutable<L>>
  private shadow: Shadow | null = null
  private held: Held | null = null
  private readonly taking = createLatestTask()
  private shaded: Rect | null = null

  constructor(ctx: NodeContext, kind: ShadowedKind<L>, create: CreateNode<Immutable<L>>, traits: CasterTraits<L>) {
    this.traits = traits
    this.ctx = ctx
    this.kind = kind
    this.create = create
    this.layer = create(ctx)
    this.view.addChild(this.layer.view)
  }

  get area(): Rect | null | undefined {
    const { area } = this.layer
    return area === undefined ? undefined : unionOrNull(area, this.shaded)
  }

  get changed(): Rect | null {
    return this.shadow ? null : (this.layer.changed ?? null)
  }

  update(layer: Immutable<L>, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const painted = this.layer.update(layer, frame, doc)
    const shaded = this.updateShadow({ layer, frame, doc })
    if (painted || shaded) return Promise.all([painted, shaded]).then(() => undefined)
  }

  destroy(): void {
    this.removeShadow()
    this.layer.destroy()
    this.view.destroy()
  }

  private updateShadow(task: Task<L>): void | Promise<void> {
    this.taking.cancel()
    const { layer, frame, doc } = task
    const placed = layer.shadow?.enabled ? this.kind.transform?.placed(layer, doc) : undefined
    if (!placed) return this.removeShadow()
    const look = this.lookOf(task)
    const { held } = this
    if (held && (frame.isDraft || (held.isFinal && isEqual(held.look, look)))) return this.draw(task, placed)
    const caster = this.create({ ...this.ctx, report: () => undefined })
    // not a draft, because a draft's pixels may depend on earlier paints
    const frameOf = (region: Rect, scale: number): Frame => ({ ...frame, region, scale, isDraft: false })
    const bounds = uprightBox(placed)
    const taken = takeSilhouette(this.ctx.renderer, caster, bounds, {
      unit: Math.max(placed.size.width, placed.size.height),
      painted: this.traits.paintedBounds?.(layer, frameOf(frame.region, frame.scale), doc, this.ctx) ?? null,
      update: (region, scale) => caster.update(withoutGlow(layer), frameOf(region, scale), doc),
    })
    const isFinal = !frame.isLive || !this.traits.isUnfinished?.(this.ctx)
    const show = (silhouette: Silhouette | null) => {
      const before = this.held
      this.held = silhouette && { silhouette, look, placed, isFinal }
      this.draw(task, placed)
      before?.silhouette.texture.destroy(true) // the previous texture is no longer bound
    }
    if (!(taken instanceof Promise)) return show(taken)
    return this.taking.run(async (signal) => {
      const silhouette = await taken
      if (signal.aborted) silhouette?.texture.destroy(true)
      else show(silhouette)
    })
  }

  /** Returns all values that determine the silhouette. */
  private lookOf({ layer, doc }: Task<L>): readonly unknown[] {
    const own = Object.entries(layer).flatMap(([name, value]) => (NOT_CAST.has(name) ? [] : [value]))
    return [...own, ...(this.kind.inputs?.(doc) ?? []), doc.crop?.isMirrored === true]
  }

  private draw({ layer, frame, doc }: Task<L>, placed: Placed) {
    if (!this.held) return this.hideShadow()
    const { caster, texture } = this.held.silhouette
    // if the layer's content is mirrored back, the shadow is mirrored too, for consistent light
    const isTurnedBack = this.kind.staysReadable && doc.crop?.isMirrored
    const settings = isTurnedBack ? mirrored(layer.shadow) : layer.shadow
    const { uniforms, area } = planShadow(settings, caster, {
      moved: movement(this.held.placed, placed),
      scale: frame.scale,
      space: this.ctx.colorSpace,
    })
    const target = visiblePx(area, frame)
    this.shaded = target && scaleRect(target, 1 / frame.scale)
    if (!target) return this.shadow?.hide()
    if (!this.shadow) {
      this.shadow = new Shadow()
      if (this.ctx.gains) this.shadow.mesh.blendMode = 'erase'
      this.view.addChildAt(this.shadow.mesh, 0)
    }
    this.shadow.show(texture, uniforms, { ...target, scale: frame.scale })
  }

  private hideShadow() {
    this.shaded = null
    this.shadow?.hide()
  }

  private removeShadow() {
    this.taking.cancel()
    this.shaded = null
    this.shadow?.hide()
    this.shadow?.destroy()
    this.shadow = null
    this.held?.silhouette.texture.destroy(true)
    this.held = null
  }
}

function withoutGlow<L extends LayerBase>(layer: Immutable<L>): Immutable<L> {
  const own: object = layer
  if (!('glow' in own)) return layer
  // safe cast: only the glow differs from the layer
  return { ...own, glow: { ...(own.glow as object), enabled: false } } as Immutable<L>
}

function mirrored(shadow: ShadowFields): ShadowFields {
  const angle = (degrees: number) => (540 - degrees) % 360
  return { ...shadow, angle: angle(shadow.angle), direction: angle(shadow.direction) }
}

/** Returns the similarity from a layer's previous to its current position, in document px. */
function movement(from: Placed, to: Placed): Affine {
  const factor = Math.max(to.size.width, to.size.height) / Math.max(from.size.width, from.size.height)
  const isStill =
    from.center.x === to.center.x && from.center.y === to.center.y && from.rotation === to.rotation && factor === 1
  if (isStill) return IDENTITY
  return compose(
    translationMatrix(to.center.x, to.center.y),
    rotationMatrix(to.rotation - from.rotation),
    scalingMatrix(factor),
    translationMatrix(-from.center.x, -from.center.y),
  )
}
