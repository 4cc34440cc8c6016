/** The outline beneath the subject: one distance field per matte and scale, then one pass for whatever it looks like. */
import { Container, type RenderTexture, Sprite, Texture } from 'pixi.js'
import { distanceApron } from '#shaders/distance/encoding.ts'
import type { DistanceField } from '#shaders/distance/field.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import { Outline, type OutlineSettings, outlineRange, outlineUniforms } from '#shaders/outline/outline.ts'
import type { MatteAsset } from '../../assets/store.ts'
import type { Frame, NodeContext } from '../kind.ts'
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
}

export class CutoutOutline {
  readonly view = new Container({ label: 'cutout outline' })
  private readonly ctx: NodeContext
  private readonly fields: ReturnType<typeof leaseDistanceFields>
  private readonly outline = new Outline()
  private readonly sprite = new Sprite(Texture.EMPTY)
  private target: RenderTexture | null = null
  private held: Held | null = null
  private building: AbortController | null = null

  constructor(ctx: NodeContext) {
    this.ctx = ctx
    this.fields = leaseDistanceFields(ctx.renderer)
    this.view.addChild(this.sprite)
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
        this.held?.field.destroy()
        this.held = { key, plan, field }
        this.draw(this.held, settings, frame)
      },
      (error: unknown) => {
        if (!mine.signal.aborted) throw error
      },
    )
  }

  destroy(): void {
    this.building?.abort()
    this.held?.field.destroy()
    this.target?.destroy(true)
    this.outline.destroy()
    this.fields.release()
    this.view.destroy({ children: true })
  }

  private draw({ plan, field }: Held, settings: OutlineSettings, { region, scale }: Frame) {
    const [x, y] = [Math.round(region.x * scale), Math.round(region.y * scale)]
    const width = Math.max(1, Math.round(region.width * scale))
    const height = Math.max(1, Math.round(region.height * scale))
    if (this.target?.width !== width || this.target.height !== height) {
      this.target?.destroy(true)
      this.target = createTarget(width, height, 'rgba8unorm')
      this.sprite.texture = this.target
    }
    this.outline.draw(
      this.ctx.renderer,
      this.target,
      field,
      outlineUniforms(settings, {
        target: { x, y, width, height, scale },
        field: { ...plan.rect, scale: 2 ** -plan.level },
        subject: IN_PLACE,
      }),
    )
    this.sprite.position.set(x / scale, y / scale)
    this.sprite.scale.set(1 / scale)
  }
}

const rangeAt = (density: number, scale: number): number =>
  outlineRange(WIDEST, {
    target: { x: 0, y: 0, width: 0, height: 0, scale },
    field: { x: 0, y: 0, width: 0, height: 0, scale: density },
    subject: IN_PLACE,
  })
