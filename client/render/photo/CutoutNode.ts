import { Container } from 'pixi.js'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { type Affine, axisScales, IDENTITY, invert, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { expandRect, scaleRect, unionOrNull } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { distanceApron, MAX_RANGE } from '#shaders/distance/encoding.ts'
import { type DistanceField, leaseDistanceFields } from '#shaders/distance/field.ts'
import type { Grid } from '#shaders/lib/quad.ts'
import {
  type Edges,
  FAR_EDGE,
  Outline,
  type OutlineSettings,
  outlineRange,
  outlineReach,
} from '#shaders/outline/outline.ts'
import { type CreateNode, type Frame, type LayerNode, type NodeContext, visiblePx } from '../kind.ts'
import { downsampledCoverage, type FieldPlan, planField } from '../matting/fieldCoverage.ts'
import { hasPendingMatte } from '../matting/mask-edits/editedMattes.ts'
import { coveredBox, matteBox } from '../matting/separation.ts'
import { solidMattesOf } from '../objects/derivedMattes.ts'
import { type Cutout, cutoutField } from '../objects/subjectFields.ts'
import { type ShadowedKind, type ShadowedLayer, withShadow } from '../shadow/ShadowedNode.ts'
import type { BranchPicture } from './branches.ts'
import { PhotoBranch } from './PhotoBranch.ts'
import { PlacedPicture } from './PlacedPicture.ts'

/** The appearance of a cutout in one frame. */
interface CutoutLook {
  /** The image to paint. Null = nothing is painted. */
  picture: BranchPicture | null
  /**
   * Map from photo px to document px. Null = the photo's pixels are copied to their original position without
   * resampling.
   */
  map: Affine | null
  /** Opacity, 0..100. Default: 100. Ignored if `map` is null. */
  opacity?: number
  /** The outline below the cutout. Absent = no outline. */
  cutout?: Cutout | undefined
}

type LookOf<D> = (layer: D, frame: Frame, doc: DocumentSnapshot, ctx: NodeContext) => CutoutLook

/** Returns the `createNode` of a kind of cutouts of the photo with a shadow. */
export const cutoutNode = <L extends ShadowedLayer>(
  kind: ShadowedKind<L>,
  lookOf: LookOf<Immutable<L>>,
): CreateNode<Immutable<L>> =>
  withShadow<L>(kind, (ctx) => new CutoutNode(ctx, lookOf), {
    isUnfinished: hasPendingMatte,
    paintedBounds: (...look) => paintedBounds(lookOf(...look)),
  })

/**
 * Returns the bounds of a cutout after all mask edits, with its outline, in document px. Null if nothing is painted.
 */
function paintedBounds({ picture, map, cutout }: CutoutLook): Rect | null {
  const box = picture?.matte ? coveredBox(picture.matte) : null
  return box && expandRect(transformedBounds(map ?? IDENTITY, box), cutout?.enabled ? cutout.width : 0)
}

/** Paints a cutout of the photo over its outline: the subject, a clone, or an object. */
class CutoutNode<D> implements LayerNode<D> {
  readonly view = new Container({ label: 'cut-out' })
  private readonly ctx: NodeContext
  private readonly lookOf: LookOf<D>
  private readonly branch: PhotoBranch
  /** Paints the cutout at a different position. Created the first time that `map` isn't null. */
  private placed: PlacedPicture | null = null
  /** Paints the outline. Created when the outline is first enabled. */
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

  /**
   * Updates the view. Filters read pixels beyond a strip's edges from texture windows of photo and matte, so strips
   * don't depend on each other.
   */
  update(layer: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const look = this.lookOf(layer, frame, doc, this.ctx)
    const { map, opacity = 100, cutout } = look
    const picture = cutout?.enabled ? withSolidMatte(look.picture, this.ctx) : look.picture
    if (!picture || !map) this.placed?.clear()
    if (!picture || map) this.branch.clear()
    if (!picture) return this.outline?.hide()
    const shown = map
      ? this.placedPicture().show({ branch: picture }, map, frame, { opacity })
      : { map, ready: this.branch.update(picture, frame) }
    const outlined = this.showOutline(picture, { map: shown.map, frame, canvas: canvasSize(doc) }, cutout)
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

  private showOutline({ solid: matte }: BranchPicture, at: Omit<Task, 'settings'>, cutout: Cutout | undefined) {
    if (!matte || !cutout?.enabled) return this.outline?.hide()
    if (!this.outline) {
      this.outline = new CutoutOutline(this.ctx)
      this.view.addChildAt(this.outline.view, 0)
    }
    return this.outline.show(matte, { settings: cutout, ...at })
  }
}

/** Adds the solid matte, or the matte itself if no part of it is solid, for example a veil or smoke. */
function withSolidMatte(picture: BranchPicture | null, { assets }: NodeContext): BranchPicture | null {
  if (!picture?.matte) return picture
  const solid = solidMattesOf(assets).of(picture.matte)
  return { ...picture, solid: matteBox(solid) ? solid : picture.matte }
}

/** Width of the widest outline. All distance fields have this range, so another width doesn't need a new field. */
const WIDEST = cutoutField.fields.width.max

interface Held {
  key: string
  plan: FieldPlan
  field: DistanceField
  matte: MatteAsset
}

interface Task {
  settings: OutlineSettings
  frame: Frame
  /**
   * Map from photo px to document px. Null at the subject's original position, where the photo's edge is the canvas
   * edge.
   */
  map: Affine | null
  /** Size of the canvas in document px. */
  canvas: Size
}

/**
 * Paints the outline below the cut-out subject from one distance field per matte and scale. A change to width or color
 * costs one pass.
 */
class CutoutOutline {
  readonly view = new Container({ label: 'cutout outline' })
  private readonly fields: ReturnType<typeof leaseDistanceFields>
  private readonly outline: Outline
  private held: Held | null = null
  private readonly building = createLatestTask()
  /** Bounds of all painted pixels in document px. Null if nothing is painted. */
  area: Rect | null = null

  constructor(ctx: NodeContext) {
    this.outline = new Outline(ctx.colorSpace)
    this.fields = leaseDistanceFields(ctx.renderer)
    if (ctx.gains) this.outline.mesh.blendMode = 'erase'
    this.view.addChild(this.outline.mesh)
  }

  /**
   * Shows the outline. If the distance field must be built first, returns a promise. A newer call cancels this build.
   */
  show(matte: MatteAsset, task: Task): void | Promise<void> {
    this.building.cancel()
    this.view.visible = true
    const { plan, range } = planOf(matte, task)
    const key = `${matte.id} ${JSON.stringify(plan)}`
    if (this.held?.key === key) {
      this.draw(this.held, task)
      return
    }
    return this.building.run(async (signal) => {
      try {
        const coverage = downsampledCoverage(matte, plan)
        const field = await this.fields.value.build(coverage, { range, format: 'integer', signal })
        if (signal.aborted) return field.destroy()
        const before = this.held
        this.held = { key, plan, field, matte }
        this.draw(this.held, task)
        before?.field.destroy()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    })
  }

  hide(): void {
    this.building.cancel()
    this.view.visible = false
    this.area = null
  }

  destroy(): void {
    this.building.cancel()
    this.outline.destroy()
    this.held?.field.destroy()
    this.fields.release()
    this.view.destroy()
  }

  private draw({ plan, field, matte }: Held, { settings, frame, map, canvas }: Task) {
    const box = matteBox(matte)
    const subject = map ?? IDENTITY
    const bounds = box && expandRect(transformedBounds(subject, box), outlineReach(settings.width, frame.scale))
    const target = bounds && visiblePx(bounds, frame)
    this.area = target && scaleRect(target, 1 / frame.scale)
    if (!target) return this.outline.hide()
    this.outline.show(field, settings, {
      target: { ...target, scale: frame.scale },
      field: { ...plan.rect, scale: 2 ** -plan.level },
      subject,
      edges: edgesAtCanvas(subject, matte, canvas),
    })
  }
}

/** Maximum distance between an edge of the photo and the canvas's edge, as a fraction of the canvas's longer side. */
const AT_EDGE = 0.0025

/**
 * Returns the photo's edges, in photo px, where the outline must end: those at or beyond the canvas's edge. There, the
 * photo cuts the subject off, and an outline would look like a thin line. All other edges, and all
 * edges of a rotated or mirrored subject, are set far outside the photo.
 */
function edgesAtCanvas(subject: Affine, { width, height }: Size, canvas: Size): Edges {
  const box = transformedBounds(subject, { x: 0, y: 0, width, height })
  const isUpright = subject.b === 0 && subject.c === 0 && subject.a > 0 && subject.d > 0
  const near = isUpright ? AT_EDGE * Math.max(canvas.width, canvas.height) : Number.NEGATIVE_INFINITY
  return [
    box.x <= near ? 0 : -FAR_EDGE,
    box.y <= near ? 0 : -FAR_EDGE,
    box.x + box.width >= canvas.width - near ? width : FAR_EDGE,
    box.y + box.height >= canvas.height - near ? height : FAR_EDGE,
  ]
}

/**
 * Returns the part and range of the distance field that a frame needs. The field is coarser than the output if the
 * outline would be wider than MAX_RANGE texels.
 */
function planOf(matte: MatteAsset, { settings, frame, map }: Task) {
  const subject = map ?? IDENTITY
  const rangeFor = (width: number, density: number) =>
    outlineRange(width, { target: gridAt(frame.scale), field: gridAt(density), subject })
  const rangeAt = (density: number) => Math.min(MAX_RANGE, rangeFor(WIDEST, density))
  let finest = 1
  while (rangeFor(settings.width, finest) > MAX_RANGE) finest /= 2
  const scale = Math.min(finest, frame.scale * axisScales(subject).x)
  const plan = planField(matte, transformedBounds(invert(subject), frame.region), scale, {
    apron: (density) => distanceApron(rangeAt(density)),
    box: map && matteBox(matte),
  })
  return { plan, range: rangeAt(2 ** -plan.level) }
}

const gridAt = (scale: number): Grid => ({ x: 0, y: 0, width: 0, height: 0, scale })
