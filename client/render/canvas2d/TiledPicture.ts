import type { Container } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { union } from '#client/kit/geometry/rect.ts'
import type { NodeContext } from '../kind.ts'
import { CanvasTiles } from './CanvasTiles.ts'
import { GlowCompositor, type GlowFields, planGlowArea } from './GlowCompositor.ts'
import { inDocument, type LayerGrid } from './layerGrid.ts'
import { extentOf, type MakeCanvas, type ScaledSketch } from './rasterize.ts'

/**
 * Content above a layer's canvas tiles that isn't painted by a canvas, but for example by a shader. The
 * caller of `TiledPicture.show` creates the content, updates its `extent` and destroys its `view`.
 */
export interface TopContent {
  readonly view: Container
  /** Bounds, device px from the tiles' origin. */
  extent: Rect
  /**
   * Paints the content in `window` synchronously. `window` is in device px from `origin`, and `origin` is in document
   * px. Called whenever the image is shown. Returns a key of the painted pixels. While the key stays equal, the
   * computed glow is reused.
   */
  show(window: Rect, origin: Point): string
}

/** Effects that `TiledPicture` paints in addition to the tiles. */
export interface Effects {
  glow?: GlowFields | null
  top?: TopContent | null
}

/** Shows a rasterized sketch: its tiles, optional content above them (extruded text), and the glow of both. */
export class TiledPicture {
  /** Composites the tiles and the top content with their glow. */
  private readonly compositor: GlowCompositor
  private readonly tiles: CanvasTiles
  private over: Container | null = null
  private contentKey: string | null = null
  /** Bounds of all painted pixels in document px. Null if nothing is painted. */
  area: Rect | null = null
  /** Increases with every change to the tiles' pixels. */
  private version = 0

  constructor(ctx: Pick<NodeContext, 'renderer' | 'colorSpace'>, makeCanvas: MakeCanvas, label: string) {
    this.compositor = new GlowCompositor(ctx, label)
    this.tiles = new CanvasTiles(makeCanvas, ctx.colorSpace)
    this.compositor.content.addChild(this.tiles.view)
  }

  get view(): Container {
    return this.compositor.view
  }

  /** Shows the sketch. A new `contentKey` rasterizes all tiles again. Returns false if rasterizing failed. */
  show(drawing: ScaledSketch, contentKey: string, place: LayerGrid, { glow, top = null }: Effects = {}): boolean {
    this.setContentKey(contentKey)
    this.setTopContent(top?.view ?? null)
    const own = extentOf(drawing)
    const extent = own && top ? union(own, top.extent) : (own ?? top?.extent)
    const plan = (glow && extent && planGlowArea(glow, { ...place, extent })) ?? null
    const window = plan ? plan.cover : place.window
    if (!this.tiles.show(drawing, window, place.origin)) return false
    const painted = plan ? plan.target : extent
    this.area = painted ? inDocument(painted, place) : null
    const topKey = top?.show(window, place.origin) ?? ''
    this.compositor.show(`${this.version} ${topKey}`, plan, place)
    return true
  }

  /** Discards the tiles that intersect `part` (device px). Returns their bounds, in document px. */
  invalidate(part: Rect, place: LayerGrid): Rect {
    this.version++
    return inDocument(this.tiles.invalidate(part), place)
  }

  clear(): void {
    this.area = null
    this.tiles.clear()
    this.compositor.clear()
  }

  destroy(): void {
    this.setTopContent(null)
    this.tiles.destroy()
    this.compositor.destroy()
  }

  private setContentKey(contentKey: string) {
    if (contentKey === this.contentKey) return
    this.tiles.clear()
    this.version++
    this.contentKey = contentKey
  }

  private setTopContent(next: Container | null) {
    if (this.over === next) return
    const { content } = this.compositor
    if (this.over && !this.over.destroyed) content.removeChild(this.over)
    if (next) content.addChild(next)
    this.over = next
  }
}
