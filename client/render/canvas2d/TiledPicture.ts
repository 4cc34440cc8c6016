/** A drawing on the canvas: its tiles, what may stand over them (extruded words), and the glow of both. */
import { Container, type WebGLRenderer } from 'pixi.js'
import type { Point, Rect } from '../../kit/base/geometry.ts'
import { union } from '../../kit/base/rect.ts'
import { CanvasTiles } from './CanvasTiles.ts'
import { GlowCompositor, type GlowFields, planGlow } from './GlowCompositor.ts'
import { inDocument, type LayerGrid } from './layerGrid.ts'
import { extentOf, type MakeCanvas, type ScaledSketch } from './rasterize.ts'

/** More of the same picture, painted over the drawing by other means. */
export interface TopContent {
  readonly view: Container
  /** What it may cover, device px. */
  extent: Rect
  /** `window`: what is to be seen, device px; `origin` = their origin, document px. Answers what names its pixels. */
  show(window: Rect, origin: Point): string
}

export interface Effects {
  glow?: GlowFields | null
  top?: TopContent | null
}

export class TiledPicture {
  readonly view: Container
  /** Tiles and overlay; with a glow they are painted into its textures and are not shown themselves. */
  private readonly content = new Container()
  private readonly renderer: WebGLRenderer
  private readonly tiles: CanvasTiles
  private glowCompositor: GlowCompositor | null = null
  private over: Container | null = null
  private contentKey: string | null = null
  /** All that is painted lies within, document px; null = nothing is. */
  area: Rect | null = null
  /** Counts what the tiles have shown: equal numbers are equal pixels. */
  private version = 0

  constructor(renderer: WebGLRenderer, makeCanvas: MakeCanvas, label: string) {
    this.renderer = renderer
    this.view = new Container({ label })
    this.tiles = new CanvasTiles(makeCanvas)
    this.content.addChild(this.tiles.view)
    this.view.addChild(this.content)
  }

  /** `look` names what the drawing paints, but for its fraction: another look, other tiles. False when it failed. */
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
      this.glowCompositor ??= new GlowCompositor(this.renderer)
      this.mount(this.glowCompositor.view)
      this.glowCompositor.show(this.content, `${this.version} ${topKey}`, plan, place)
    } else {
      this.glowCompositor?.clear()
      this.mount(this.content)
    }
    return true
  }

  /** Of the look that is shown, a part (device px) is to be drawn anew. Answers what else has to be, document px. */
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

  /** Tiles of another look are of no use. */
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
