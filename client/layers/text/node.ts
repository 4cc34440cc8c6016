/** A text layer on the canvas: its font awaited, then drawn into tiles that match the frame's px one to one, and its glow. */
import { Container } from 'pixi.js'
import { type GlowSettings, glowEnd } from '#shaders/glow/glow.ts'
import type { Point, Rect } from '../../base/geometry.ts'
import type { Result } from '../../base/result.ts'
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import type { FontWeight } from '../../fonts/families.ts'
import { isFontLoaded, loadFont } from '../../fonts/load.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { Glowing, planGlow } from '../shared/Glowing.ts'
import type { TextLayout } from './layout.ts'
import { fontOf, PLAIN_FONT, weightOf } from './measure.ts'
import { type Drawing, extentOf, type MakeCanvas } from './raster.ts'
import type { TextLayer } from './schema.ts'
import { Tiles } from './tiles.ts'
import { canvasOf, centerOf, layoutOfLayer } from './transform.ts'

type Layer = Immutable<TextLayer>

export interface TextTools {
  makeCanvas: MakeCanvas
  isFontLoaded(family: string, weight: FontWeight): boolean
  loadFont(family: string, weight: FontWeight, signal: AbortSignal): Promise<Result<unknown, 'font-failed' | 'aborted'>>
}

const browserTools: TextTools = {
  makeCanvas: (width, height) => new OffscreenCanvas(width, height),
  isFontLoaded,
  loadFont,
}

/** Steps of the centre within its device px: finer is invisible, and float noise must not redraw. */
const FRACTIONS = 256

/** Where the frame meets the text. Device px count from the text's grid origin. */
interface Place {
  window: Rect
  /** The grid's origin, document px. */
  origin: Point
  scale: number
  isDraft: boolean
}

export class TextNode implements LayerNode<Layer> {
  readonly view = new Container({ label: 'text layer' })
  private readonly tiles: Tiles
  private glowing: Glowing | null = null
  private readonly ctx: NodeContext
  private readonly tools: TextTools
  private loading: AbortController | null = null
  /** The font that did not come: drawn with its fallback and asked for again only after another one. */
  private failedFont: string | null = null
  private layout: TextLayout | null = null
  private look = ''
  private fraction: Point = { x: 0, y: 0 }
  /** Counts what the tiles have shown: equal numbers are equal pixels. */
  private version = 0
  private isPlain = false

  constructor(ctx: NodeContext, tools: TextTools = browserTools) {
    this.ctx = ctx
    this.tools = tools
    this.tiles = new Tiles(tools.makeCanvas)
    this.view.addChild(this.tiles.view)
  }

  update(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    this.loading?.abort()
    this.loading = null
    const [family, weight] = [layer.fontFamily, weightOf(layer.fontWeight)]
    const font = fontOf(family, weight)
    if (font !== this.failedFont && !this.tools.isFontLoaded(family, weight))
      return this.updateWithFont(font, layer, frame, doc)
    this.paint(layer, frame, doc)
  }

  reach(layer: Layer): number {
    return hasGlow(layer) ? glowEnd(layer.glow.intensity) : 0
  }

  destroy(): void {
    this.loading?.abort()
    this.tiles.destroy()
    this.glowing?.destroy()
    this.view.destroy()
  }

  private async updateWithFont(font: string, layer: Layer, frame: Frame, doc: DocumentSnapshot) {
    const loading = new AbortController()
    this.loading = loading
    const loaded = await this.tools.loadFont(layer.fontFamily, weightOf(layer.fontWeight), loading.signal)
    if (loading.signal.aborted) return // a newer update has begun, or the layer is gone
    this.failedFont = loaded.ok ? null : font
    if (!loaded.ok) this.ctx.report('font-failed')
    this.paint(layer, frame, doc)
  }

  private paint(layer: Layer, frame: Frame, doc: DocumentSnapshot) {
    this.view.alpha = layer.opacity / 100
    const drawing = this.drawingOf(layer, frame.scale)
    const grid = gridOf(frame)
    const center = centerOf(layer, canvasOf(doc))
    const exact = { x: center.x * frame.scale - grid.phase.x, y: center.y * frame.scale - grid.phase.y }
    const { layout, ...rest } = drawing
    const look = JSON.stringify(rest)
    const isSame = layout === this.layout && look === this.look
    // While a gesture runs the tiles move by whole px and are drawn afresh at its end.
    const fraction = isSame && frame.isDraft ? this.fraction : { x: fractionOf(exact.x), y: fractionOf(exact.y) }
    const origin = { x: Math.round(exact.x - fraction.x), y: Math.round(exact.y - fraction.y) }
    if (!isSame || fraction.x !== this.fraction.x || fraction.y !== this.fraction.y) {
      this.tiles.clear()
      this.isPlain = false
      this.version++
    }
    this.layout = layout
    this.look = look
    this.fraction = fraction
    this.show({ ...drawing, fraction }, hasGlow(layer) ? layer.glow : null, {
      window: { ...grid.window, x: grid.window.x - origin.x, y: grid.window.y - origin.y },
      origin: { x: (origin.x + grid.phase.x) / frame.scale, y: (origin.y + grid.phase.y) / frame.scale },
      scale: frame.scale,
      isDraft: frame.isDraft,
    })
  }

  /** If the drawing fails it is reported once, and the words alone are tried in the plainest way (spec §8). */
  private show(drawing: Drawing, glow: GlowSettings | null, place: Place) {
    if (!this.isPlain && this.compose(drawing, glow, place)) return
    if (!this.isPlain) {
      this.isPlain = true
      this.tiles.clear()
      this.ctx.report('text-failed')
    }
    this.compose({ ...drawing, font: PLAIN_FONT, background: null }, null, place)
  }

  /** False when the drawing failed. */
  private compose(drawing: Drawing, glow: GlowSettings | null, place: Place): boolean {
    const extent = glow && extentOf(drawing)
    const plan = glow && extent && planGlow(glow, { ...place, extent })
    if (!this.tiles.show(drawing, plan ? plan.cover : place.window, place.origin)) return false
    if (plan) {
      this.glowing ??= new Glowing(this.ctx.renderer)
      this.mount(this.glowing.view)
      this.glowing.show(this.tiles.view, String(this.version), plan, place.origin, place.scale)
    } else {
      this.glowing?.clear()
      this.mount(this.tiles.view)
    }
    return true
  }

  /** With a glow the tiles are painted into its textures and are not shown themselves. */
  private mount(shown: Container) {
    if (this.view.children[0] === shown) return
    this.view.removeChildren()
    this.view.addChild(shown)
  }

  private drawingOf(layer: Layer, scale: number): Drawing {
    const { enabled, color, width, height, borderRadius } = layer.background
    return {
      layout: layoutOfLayer(layer),
      font: fontOf(layer.fontFamily, weightOf(layer.fontWeight)),
      color: layer.color,
      fontSize: layer.fontSize,
      background: enabled ? { color, width, height, radius: borderRadius } : null,
      rotation: layer.rotation,
      scale,
      fraction: { x: 0, y: 0 },
    }
  }
}

const hasGlow = ({ glow }: Layer) => glow.enabled && glow.intensity > 0

/**
 * The frame's px, counted from the document's origin: `phase` is how far the output's px stand off that count
 * (device px; 0 in every strip), `window` what the frame shows of it, with a px to spare.
 */
function gridOf({ region, scale }: Frame): { phase: Point; window: Rect } {
  const [left, top] = [region.x * scale, region.y * scale]
  const window = {
    x: Math.round(left) - 1,
    y: Math.round(top) - 1,
    width: Math.ceil(region.width * scale) + 2,
    height: Math.ceil(region.height * scale) + 2,
  }
  return { phase: { x: offGrid(left), y: offGrid(top) }, window }
}

const offGrid = (px: number) => Math.round((px - Math.round(px)) * FRACTIONS) / FRACTIONS

const fractionOf = (px: number) => (Math.round((px - Math.floor(px)) * FRACTIONS) % FRACTIONS) / FRACTIONS
