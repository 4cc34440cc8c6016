/**
 * A layer's picture flattened with its glow beneath it, so that the layer's opacity applies to both as one.
 * Device px count from the layer's own origin, so strips repeat the whole and a drag only shifts what is painted.
 */
import { Container, Matrix, type RenderTexture, Sprite, type WebGLRenderer } from 'pixi.js'
import { Glow, type GlowSettings, glowEnd, glowReach } from '#shaders/glow/glow.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import type { Point, Rect } from '../../base/geometry.ts'
import { grown, overlap } from './rect.ts'

export interface GlowPlan {
  settings: GlowSettings
  /** What is to be painted, device px. */
  target: Rect
  /** What of the layer's picture the target depends on, device px. */
  cover: Rect
  /** Device px around a pixel that its glow depends on. */
  reach: number
}

/** While a gesture runs, what is painted grows to this grid, device px, so that most moves only shift it. */
const DRAFT_GRID = 256
/** Longest side of one texture: its surroundings fit every GPU's limit too. */
const MAX_SIDE = 2048

/** Null when neither the picture (`extent`) nor its glow meets the window. */
export function planGlow(
  settings: GlowSettings,
  place: { extent: Rect; window: Rect; scale: number; isDraft: boolean },
): GlowPlan | null {
  const { extent, window, scale, isDraft } = place
  const shining = grown(extent, Math.ceil(glowEnd(settings.intensity) * scale) + 1)
  const target = overlap(isDraft ? onGrid(window) : window, shining)
  const reach = Math.ceil(glowReach(settings.intensity, scale) * scale)
  const cover = target && overlap(grown(target, reach), extent)
  return target && cover && overlap(window, shining) ? { settings, target, cover, reach } : null
}

export class Glowing {
  readonly view = new Container({ label: 'glow' })
  private readonly renderer: WebGLRenderer
  private readonly glow = new Glow()
  private readonly stage = new Container()
  private pieces: { texture: RenderTexture; sprite: Sprite; rect: Rect }[] = []
  private seen = ''

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /**
   * `content` lives in document px and has no parent; it shows all of `plan.cover`. `look` names its pixels: while it
   * and the plan stay the same nothing is painted anew. `origin` = the device px' origin in document px.
   */
  show(content: Container, look: string, plan: GlowPlan, origin: Point, scale: number): void {
    const seen = `${look} ${JSON.stringify(plan)}`
    if (seen !== this.seen) this.paint(content, plan, origin, scale)
    this.seen = seen
    for (const { sprite, rect } of this.pieces) {
      sprite.scale.set(1 / scale)
      sprite.position.set(origin.x + rect.x / scale, origin.y + rect.y / scale)
    }
  }

  clear(): void {
    this.seen = ''
    for (const { texture, sprite } of this.pieces) {
      sprite.destroy()
      texture.destroy(true)
    }
    this.pieces = []
  }

  destroy(): void {
    this.clear()
    this.glow.destroy()
    this.stage.destroy()
    this.view.destroy()
  }

  private paint(content: Container, { settings, target, reach, cover }: GlowPlan, origin: Point, scale: number) {
    this.clear()
    this.stage.addChild(content)
    const draw = (texture: RenderTexture, rect: Rect, clear: boolean) =>
      this.renderer.render({
        container: this.stage,
        target: texture,
        clear,
        clearColor: [0, 0, 0, 0],
        transform: new Matrix(scale, 0, 0, scale, -origin.x * scale - rect.x, -origin.y * scale - rect.y),
      })
    for (const rect of split(target)) {
      const around = overlap(grown(rect, reach), cover)
      if (!around) continue
      const layer = createTarget(around.width, around.height, 'rgba8unorm')
      draw(layer, around, true)
      const texture = createTarget(rect.width, rect.height, 'rgba8unorm')
      this.glow.draw(
        this.renderer,
        { texture, grid: { ...rect, scale } },
        { texture: layer.source, grid: { ...around, scale } },
        settings,
      )
      layer.destroy(true)
      draw(texture, rect, false)
      const sprite = this.view.addChild(new Sprite(texture))
      this.pieces.push({ texture, sprite, rect })
    }
    this.stage.removeChild(content)
  }
}

function* split({ x, y, width, height }: Rect): Generator<Rect> {
  for (let top = 0; top < height; top += MAX_SIDE)
    for (let left = 0; left < width; left += MAX_SIDE)
      yield {
        x: x + left,
        y: y + top,
        width: Math.min(MAX_SIDE, width - left),
        height: Math.min(MAX_SIDE, height - top),
      }
}

function onGrid({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x / DRAFT_GRID) * DRAFT_GRID, Math.floor(y / DRAFT_GRID) * DRAFT_GRID]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) / DRAFT_GRID) * DRAFT_GRID - left,
    height: Math.ceil((y + height) / DRAFT_GRID) * DRAFT_GRID - top,
  }
}
