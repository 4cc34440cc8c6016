import { Container } from 'pixi.js'
import { type Affine, axisScales, IDENTITY, invert, transformedBounds } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { expandRect, scaleRect } from '#client/kit/base/rect.ts'
import { createLatestTask } from '#client/kit/base/scheduling.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { distanceApron } from '#shaders/distance/encoding.ts'
import { type DistanceField, leaseDistanceFields } from '#shaders/distance/field.ts'
import type { Grid } from '#shaders/lib/quad.ts'
import { Outline, type OutlineSettings, outlineRange, outlineReach } from '#shaders/outline/outline.ts'
import { type Frame, type NodeContext, visiblePx } from '../kind.ts'
import { downsampledCoverage, type FieldPlan, planField } from '../matting/fieldCoverage.ts'
import { cutoutField, matteBox } from '../matting/separation.ts'

/** Range of the distance fields: the widest outline, so that a change of the width needs no other field. */
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
   * Photo px → document px; null = the subject is at its original position, and the photo's edge is the canvas edge.
   */
  map: Affine | null
}

/**
 * Paints the outline below the cut-out subject from one distance field per matte and scale. A change of width or colour
 * costs one pass.
 */
export class CutoutOutline {
  readonly view = new Container({ label: 'cutout outline' })
  private readonly fields: ReturnType<typeof leaseDistanceFields>
  private readonly outline: Outline
  private held: Held | null = null
  private readonly building = createLatestTask()
  /** bounds of all painted pixels, document px; null = nothing is painted */
  area: Rect | null = null

  constructor(ctx: NodeContext) {
    this.outline = new Outline(ctx.colorSpace)
    this.fields = leaseDistanceFields(ctx.renderer)
    if (ctx.gains) this.outline.mesh.blendMode = 'erase'
    this.view.addChild(this.outline.mesh)
  }

  /** Shows the outline. Returns a promise if the distance field must be built first. A newer call cancels this build. */
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

  private draw({ plan, field, matte }: Held, { settings, frame, map }: Task) {
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
    })
  }
}

/** Returns the part and range of the distance field that a frame needs. */
function planOf(matte: MatteAsset, { frame, map }: Task) {
  const subject = map ?? IDENTITY
  const rangeAt = (density: number) =>
    outlineRange(WIDEST, { target: gridAt(frame.scale), field: gridAt(density), subject })
  const plan = planField(matte, transformedBounds(invert(subject), frame.region), frame.scale * axisScales(subject).x, {
    apron: (density) => distanceApron(rangeAt(density)),
    box: map && matteBox(matte),
  })
  return { plan, range: rangeAt(2 ** -plan.level) }
}

const gridAt = (scale: number): Grid => ({ x: 0, y: 0, width: 0, height: 0, scale })
