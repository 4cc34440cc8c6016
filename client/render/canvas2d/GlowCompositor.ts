import { Container, type RenderTexture, Sprite, type WebGLRenderer } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { type GlowSettings, glowBlur, glowEnd, glowReach } from '#shaders/glow/glow.ts'
import { BlurredAlpha } from '#shaders/glow/soft-alpha.ts'
import { createTarget, maxTextureSide, renderPart } from '#shaders/lib/pass.ts'
import type { NodeContext } from '../kind.ts'
import { draftWindow, MAX_SIDE, TiledTarget } from './TiledTarget.ts'

/** Rectangles to paint for a layer with a glow. */
export interface GlowArea {
  settings: GlowSettings
  /** Rectangle to paint in device px. */
  target: Rect
  /** Part of the layer whose pixels determine the glow in `target`, in device px. */
  cover: Rect
  /** Maximum distance between a pixel of the layer and a pixel of its glow, in device px. */
  reach: number
}

/** Glow fields of a layer. A disabled glow, or a glow with intensity 0, isn't painted. */
export interface GlowFields extends GlowSettings {
  enabled: boolean
}

/**
 * Plans the rectangles (device px) for a layer with a glow. Returns null when the glow is disabled, or when the layer
 * (`extent`) and its glow are outside `window`. `scale`: output px per document px.
 */
export function planGlowArea(
  { enabled, ...settings }: GlowFields,
  place: { extent: Rect; window: Rect; scale: number; isDraft: boolean },
): GlowArea | null {
  if (!enabled || settings.intensity <= 0) return null
  const { extent, window, scale, isDraft } = place
  const glowExtent = expandRect(extent, Math.ceil(glowEnd(settings.intensity) * scale) + 1)
  if (!intersection(window, glowExtent)) return null
  const target = intersection(draftWindow(window, isDraft), glowExtent)
  const reach = Math.ceil(glowReach(settings.intensity, scale) * scale)
  const cover = target && intersection(expandRect(target, reach), extent)
  return target && cover ? { settings, target, cover, reach } : null
}

/** A texture with the content of `rect` in device px. */
interface TargetTile {
  texture: RenderTexture
  rect: Rect
}

const EMPTY_CONTAINER = new Container()

/** Number of texels that blur passes read beyond the blur's reach. */
const BLUR_MARGIN = 64

/**
 * Returns the length of a glow texel in device px, a power of two. The length is equal for all tiles, so that the
 * strips of an export equal the whole export. `reach`: device px. `maxSide`: maximum texture side, texels.
 */
function downsampleFactor(reach: number, maxSide: number): number {
  let step = 1
  while ((MAX_SIDE + 2 * reach) / step + BLUR_MARGIN > maxSide) step *= 2
  return step
}

/**
 * Shows a layer with or without a glow. Flattens layer and glow into textures, so that opacity applies to both
 * together.
 */
export class GlowCompositor {
  readonly view: Container
  /** The layer without its glow, in document px. */
  readonly content = new Container()
  private readonly tiles = new TiledTarget()
  private readonly renderer: WebGLRenderer
  private glow: BlurredAlpha | null = null
  private readonly space: ColorSpace | undefined
  private readonly stage = new Container()

  constructor({ renderer, colorSpace }: Pick<NodeContext, 'renderer' | 'colorSpace'>, label: string) {
    this.renderer = renderer
    this.space = colorSpace
    this.view = new Container({ label, children: [this.content] })
  }

  /**
   * Shows the content, and its glow if there is a plan. The content must contain all of `plan.cover`. `contentKey`
   * identifies the content's pixels. With a plan, repaints only if `contentKey` or the plan has changed.
   */
  show(contentKey: string, plan: GlowArea | null, at: { origin: Point; scale: number }): void {
    const { content, renderer } = this
    if (!plan) {
      this.tiles.clear()
      this.mount(content)
      return
    }
    const { target, reach } = plan
    const step = downsampleFactor(reach, maxTextureSide(renderer))
    this.mount(this.tiles.view)
    this.stage.addChild(content)
    this.tiles.show(`${contentKey} ${JSON.stringify(plan)}`, target, at, (texture, rect) => {
      if (step > 1) this.renderCoarseGlow({ texture, rect }, plan, at, step)
      else this.renderGlow({ texture, rect }, plan, at)
      this.draw(this.stage, { texture, rect }, at, false)
    })
    this.stage.removeChild(content)
  }

  /** Frees the glow's textures. */
  clear(): void {
    this.tiles.clear()
  }

  destroy(): void {
    this.tiles.destroy()
    this.glow?.destroy()
    for (const container of [this.stage, this.content, this.view]) container.destroy()
  }

  private mount(shown: Container): void {
    if (this.view.children[0] === shown) return
    this.view.removeChildren()
    this.view.addChild(shown)
  }

  private renderGlow(piece: TargetTile, { settings, reach, cover }: GlowArea, at: { origin: Point; scale: number }) {
    const { texture, rect } = piece
    const around = intersection(expandRect(rect, reach), cover)
    if (!around) return this.draw(EMPTY_CONTAINER, piece, at)
    const layer = createTarget(around.width, around.height, 'rgba8unorm')
    this.draw(this.stage, { texture: layer, rect: around }, at)
    const from = { texture: layer.source, grid: { ...around, scale: at.scale } }
    const blur = glowBlur(settings, at.scale, this.space)
    this.glow ??= new BlurredAlpha()
    this.glow.draw(this.renderer, { texture, grid: { ...rect, scale: at.scale } }, from, blur)
    layer.destroy(true)
  }

  /**
   * Paints the glow at a lower resolution. At a high zoom, this is necessary because the glow's reach exceeds a
   * texture.
   */
  private renderCoarseGlow(
    piece: TargetTile,
    plan: GlowArea,
    { origin, scale }: { origin: Point; scale: number },
    step: number,
  ) {
    const rect = expandRect(coveringRect(piece.rect, 1 / step), 1) // one texel wider, for linear filtering
    const texture = createTarget(rect.width, rect.height, 'rgba8unorm')
    const coarse = { ...plan, reach: Math.ceil(plan.reach / step), cover: coveringRect(plan.cover, 1 / step) }
    this.renderGlow({ texture, rect }, coarse, { origin, scale: scale / step })
    texture.source.scaleMode = 'linear'
    const sprite = new Sprite(texture)
    sprite.scale.set(step)
    sprite.position.set(rect.x * step, rect.y * step)
    const stretched = new Container({ children: [sprite] })
    this.draw(stretched, piece, { origin: { x: 0, y: 0 }, scale: 1 })
    stretched.destroy({ children: true })
    texture.destroy(true)
  }

  private draw(
    container: Container,
    { texture, rect }: TargetTile,
    at: { origin: Point; scale: number },
    clear = true,
  ) {
    renderPart(this.renderer, container, texture, rect, { ...at, clear })
  }
}
