/** The outline beneath the subject: one distance field per matte and scale, then one pass for whatever it looks like. */
import { Container } from 'pixi.js'
import { distanceApron } from '#shaders/distance/encoding.ts'
import type { DistanceField } from '#shaders/distance/field.ts'
import type { Grid } from '#shaders/lib/grid.ts'
import { Outline, type OutlineSettings, outlineRange, outlineReach } from '#shaders/outline/outline.ts'
import type { MatteAsset } from '../../assets/store.ts'
import type { Rect } from '../../base/geometry.ts'
import { grown } from '../../base/rect.ts'
import type { Frame, NodeContext } from '../kind.ts'
import { matteBox } from '../photo/matteBox.ts'
import { leaseDistanceFields } from '../shared/distanceFields.ts'
import { coverageOf, type FieldPlan, planField } from './coverage.ts'
import { subjectFields } from './schema.ts'

/** The subject stands where the photo shows it. */
const IN_PLACE = { scale: 1, x: 0, y: 0 }
/** A field measures as far as the widest outline reaches, so that the width's slider builds none. */
const WIDEST = subjectFields.cutout.fields.width.max

interface Held {
  key: string
  plan: FieldPlan
  field: DistanceField
  matte: MatteAsset
}

export class CutoutOutline {
  readonly view = new Container({ label: 'cutout outline' })
  private readonly fields: ReturnType<typeof leaseDistanceFields>
  private readonly outline = new Outline()
  private held: Held | null = null
  private building: AbortController | null = null

  constructor(ctx: NodeContext) {
    this.fields = leaseDistanceFields(ctx.renderer)
    this.view.addChild(this.outline.mesh)
  }

  /** `settings` null hides it. Resolves when a field that had to be built is there; the newest call wins. */
  update(matte: MatteAsset | null, settings: OutlineSettings | null, frame: Frame): void | Promise<void> {
    this.building?.abort()
    this.building = null
    this.view.visible = matte !== null && settings !== null
    if (!matte || !settings) return
    const apron = (density: number) => distanceApron(rangeAt(density, frame.scale))
    const plan = planField(matte, frame.region, frame.scale, apron)
    const key = `${matte.id} ${JSON.stringify(plan)}`
    if (this.held?.key === key) {
      this.draw(this.held, settings, frame)
      return
    }
    const mine = new AbortController()
    this.building = mine
    const range = rangeAt(2 ** -plan.level, frame.scale)
    const built = this.fields.fields.build(coverageOf(matte, plan), { range, format: 'integer', signal: mine.signal })
    return built.then(
      (field) => {
        const before = this.held
        this.held = { key, plan, field, matte }
        this.draw(this.held, settings, frame)
        before?.field.destroy()
      },
      (error: unknown) => {
        if (!mine.signal.aborted) throw error
      },
    )
  }

  destroy(): void {
    this.building?.abort()
    this.outline.destroy()
    this.held?.field.destroy()
    this.fields.release()
    this.view.destroy()
  }

  private draw({ plan, field, matte }: Held, settings: OutlineSettings, frame: Frame) {
    const box = matteBox(matte)
    const target = box && targetOf(grown(box, outlineReach(settings.width, frame.scale)), frame)
    if (!target) return this.outline.hide()
    this.outline.set(field, settings, { target, field: { ...plan.rect, scale: 2 ** -plan.level }, subject: IN_PLACE })
  }
}

/** The output's px that lie in the frame and in the box; null = none. */
function targetOf(box: Rect, { region, scale }: Frame): Grid | null {
  const x = Math.max(Math.round(region.x * scale), Math.floor(box.x * scale))
  const y = Math.max(Math.round(region.y * scale), Math.floor(box.y * scale))
  const right = Math.min(Math.round((region.x + region.width) * scale), Math.ceil((box.x + box.width) * scale))
  const bottom = Math.min(Math.round((region.y + region.height) * scale), Math.ceil((box.y + box.height) * scale))
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y, scale } : null
}

const rangeAt = (density: number, scale: number): number =>
  outlineRange(WIDEST, {
    target: { x: 0, y: 0, width: 0, height: 0, scale },
    field: { x: 0, y: 0, width: 0, height: 0, scale: density },
    subject: IN_PLACE,
  })
