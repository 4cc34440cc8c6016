import { Container } from 'pixi.js'
import type { Point, Rect } from '#client/kit/base/geometry.ts'
import { union } from '#client/kit/base/rect.ts'
import type { NodeContext } from '../kind.ts'
import { CanvasTiles } from './CanvasTiles.ts'
import { GlowCompositor, type GlowFields, planGlow } from './GlowCompositor.ts'
import { inDocument, type LayerGrid } from './layerGrid.ts'
import { extentOf, type MakeCanvas, type ScaledSketch } from './rasterize.ts'

/**
 * Content painted above a layer's canvas tiles by other means, such as a shader. The caller of `TiledPicture.show`
 * creates it, updates its `extent` and destroys its `view`.
 */
export interface TopContent {
  readonly view: Container
  /** Bounds, device px from the tiles' origin. */
  extent: Rect
  /**
   * Synchronously paints the content in `window` (device px from `origin`; `origin`: document px). Called whenever the
   * image is shown. Returns a key of the pixels; an unchanged key keeps the computed glow.
   */
  show(window: Rect, origin: Point): string
}

/** Effects and content that `TiledPicture` paints besides the tiles. */
export interface Effects {
  glow?: GlowFields | null
  top?: TopContent | null
}

/** Shows a rasterized sketch: its tiles, optional content above them (extruded text), and the glow of both. */
export class TiledPicture {
  readonly view: Container
  /** Tiles and top content. With a glow, they are painted into the glow's textures instead of being shown directly. */
  private readonly content = new Container()
  private readonly ctx: Pick<NodeContext, 'renderer' | 'colorSpace'>
  private readonly tiles: CanvasTiles
  private glowCompositor: GlowCompositor | null = null
  private over: Container | null = null
  private contentKey: string | null = null
  /** Bounds of all painted pixels, document px; null = nothing is painted. */
  area: Rect | null = null
  /** Increases with every change of the tiles' pixels. */
  private version = 0

  constructor(ctx: Pick<NodeContext, 'renderer' | 'colorSpace'>, makeCanvas: MakeCanvas, label: string) {
    this.ctx = ctx
    this.view = new Container({ label })
    this.tiles = new CanvasTiles(makeCanvas, ctx.colorSpace)
    this.content.addChild(this.tiles.view)
    this.view.addChild(this.content)
  }

  /** `contentKey` identifies the pixels: a new key rasterizes all tiles again. Returns false if rasterizing failed. */
  show(drawing: ScaledSketch, contentKey: string, place: LayerGrid, { glow, top = null }: Effects = {}): boolean {
    this.setContentKey(contentKey)
    this.setTopContent(top?.view ?? null)
    const own = extentOf(drawing)
    const extent = own && top ? union(own, top.extent) : (own ?? top?.extent)
    const plan = glow && extent && planGlow(glow, { ...place, extent })
    const window = plan ? plan.cover : place.window
    if (!this.tiles.show(drawing, window, place.origin)) return false
    const painted = plan ? plan.target : extent
    this.area = painted ? inDocument(painted, place) : null
    const topKey = top?.show(window, place.origin) ?? ''
    if (plan) {
      this.glowCompositor ??= new GlowCompositor(this.ctx)
      this.mount(this.glowCompositor.view)
      this.glowCompositor.show(this.content, `${this.version} ${topKey}`, plan, place)
    } else {
      this.glowCompositor?.clear()
      this.mount(this.content)
    }
    return true
  }

  /** Discards the tiles that intersect `part` (device px). Returns their bounds, document px. */
  invalidate(part: Rect, place: LayerGrid): Rect {
    this.version++
    return inDocument(this.tiles.invalidate(part), place)
  }

  clear(): void {
    this.area = null
    this.tiles.clear()
    this.glowCompositor?.clear()
  }

  destroy(): void {
    this.setTopContent(null)
    this.tiles.destroy()
    this.glowCompositor?.destroy()
    this.content.destroy()
    this.view.destroy()
  }

  private setContentKey(contentKey: string) {
    if (contentKey === this.contentKey) return
    this.tiles.clear()
    this.version++
    this.contentKey = contentKey
  }

  private setTopContent(next: Container | null) {
    if (this.over === next) return
    if (this.over && !this.over.destroyed) this.content.removeChild(this.over)
    if (next) this.content.addChild(next)
    this.over = next
  }

  private mount(shown: Container) {
    if (this.view.children[0] === shown) return
    this.view.removeChildren()
    this.view.addChild(shown)
  }
}
