/** A layer's picture flattened with its glow beneath it, so that the layer's opacity applies to both as one. */
import { Container, Matrix, type RenderTexture, type WebGLRenderer } from 'pixi.js'
import { Glow, type GlowSettings, glowEnd, glowReach } from '#shaders/glow/glow.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import type { Point, Rect } from '../../base/geometry.ts'
import { grown, overlap } from '../../base/rect.ts'
import { Pieces, painted } from './Pieces.ts'

export interface GlowPlan {
  settings: GlowSettings
  /** What is to be painted, device px. */
  target: Rect
  /** What of the layer's picture the target depends on, device px. */
  cover: Rect
  /** Device px around a pixel that its glow depends on. */
  reach: number
}

/** As a layer holds it: switched off, or without intensity, it is nothing. */
export interface GlowFields extends GlowSettings {
  enabled: boolean
}

/** Null when it is off, or when neither the picture (`extent`) nor its glow meets the window. */
export function planGlow(
  { enabled, ...settings }: GlowFields,
  place: { extent: Rect; window: Rect; scale: number; isDraft: boolean },
): GlowPlan | null {
  if (!enabled || settings.intensity <= 0) return null
  const { extent, window, scale, isDraft } = place
  const shining = grown(extent, Math.ceil(glowEnd(settings.intensity) * scale) + 1)
  if (!overlap(window, shining)) return null
  const target = overlap(painted(window, isDraft), shining)
  const reach = Math.ceil(glowReach(settings.intensity, scale) * scale)
  const cover = target && overlap(grown(target, reach), extent)
  return target && cover ? { settings, target, cover, reach } : null
}

export class Glowing {
  private readonly pieces = new Pieces()
  private readonly renderer: WebGLRenderer
  private readonly glow = new Glow()
  private readonly stage = new Container()

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  get view() {
    return this.pieces.view
  }

  /** `content` lives in document px, has no parent and shows all of `plan.cover`; `look` names its pixels. */
  show(content: Container, look: string, plan: GlowPlan, at: { origin: Point; scale: number }): void {
    const { settings, target, reach, cover } = plan
    const { origin, scale } = at
    const draw = (texture: RenderTexture, rect: Rect, clear: boolean) =>
      this.renderer.render({
        container: this.stage,
        target: texture,
        clear,
        clearColor: [0, 0, 0, 0],
        transform: new Matrix(scale, 0, 0, scale, -origin.x * scale - rect.x, -origin.y * scale - rect.y),
      })
    this.stage.addChild(content)
    this.pieces.show(`${look} ${JSON.stringify(plan)}`, target, at, (texture, rect) => {
      const around = overlap(grown(rect, reach), cover)
      if (!around) return draw(texture, rect, true)
      const layer = createTarget(around.width, around.height, 'rgba8unorm')
      draw(layer, around, true)
      const [on, from] = [
        { texture, grid: { ...rect, scale } },
        { texture: layer.source, grid: { ...around, scale } },
      ]
      this.glow.draw(this.renderer, on, from, settings)
      layer.destroy(true)
      draw(texture, rect, false)
    })
    this.stage.removeChild(content)
  }

  clear(): void {
    this.pieces.clear()
  }

  destroy(): void {
    this.pieces.destroy()
    this.glow.destroy()
    this.stage.destroy()
  }
}
