/** A text layer on the canvas: waits for its font and its 3D surface, then hands what is to be seen to its picture. */
import type { GlowSettings } from '#shaders/glow/glow.ts'
import type { Point } from '../../base/geometry.ts'
import type { Result } from '../../base/result.ts'
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import type { FontWeight } from '../../fonts/families.ts'
import { isFontLoaded, loadFont } from '../../fonts/load.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import type { TextLayout } from './layout.ts'
import { fontOf, PLAIN_FONT, weightOf } from './measure.ts'
import { Picture } from './Picture.ts'
import { type Place, placeOf } from './place.ts'
import type { Drawing, MakeCanvas } from './raster.ts'
import type { SolidDrawing } from './Solid.ts'
import type { TextLayer } from './schema.ts'
import { Surfaces } from './surface.ts'
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

export class TextNode implements LayerNode<Layer> {
  private readonly picture: Picture
  private surfaces: Surfaces | null = null
  private readonly ctx: NodeContext
  private readonly tools: TextTools
  private waiting: AbortController | null = null
  /** What did not come is asked for again only when something else has been asked for in between. */
  private failedFont: string | null = null
  private failedSurface: TextLayout | null = null
  private failedLook: string | null = null
  private layout: TextLayout | null = null
  private look = ''
  private fraction: Point | null = null

  constructor(ctx: NodeContext, tools: TextTools = browserTools) {
    this.ctx = ctx
    this.tools = tools
    this.picture = new Picture(ctx.renderer, tools.makeCanvas)
  }

  get view() {
    return this.picture.view
  }

  update(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    this.waiting?.abort()
    this.waiting = null
    const [family, weight] = [layer.fontFamily, weightOf(layer.fontWeight)]
    const font = fontOf(family, weight)
    if (font !== this.failedFont && !this.tools.isFontLoaded(family, weight))
      return this.paintWithFont(font, layer, frame, doc)
    return this.paint(layer, frame, doc)
  }

  destroy(): void {
    this.waiting?.abort()
    this.surfaces?.destroy()
    this.picture.destroy()
  }

  private async paintWithFont(font: string, layer: Layer, frame: Frame, doc: DocumentSnapshot) {
    const { signal } = this.wait()
    const loaded = await this.tools.loadFont(layer.fontFamily, weightOf(layer.fontWeight), signal)
    if (signal.aborted) return
    this.failedFont = loaded.ok ? null : font
    if (!loaded.ok) this.ctx.report('font-failed')
    await this.paint(layer, frame, doc)
  }

  private paint(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    this.view.alpha = layer.opacity / 100
    const drawing = drawingOf(layer, frame.scale)
    const { layout, ...rest } = drawing
    const look = JSON.stringify(rest)
    const isSame = layout === this.layout && look === this.look
    // While a gesture runs the picture moves by whole px and is painted afresh at its end.
    const held = isSame && frame.isDraft ? this.fraction : null
    const { place, fraction } = placeOf(frame, centerOf(layer, canvasOf(doc)), held)
    this.layout = layout
    this.look = look
    this.fraction = fraction
    return this.show({ ...drawing, fraction }, place, layer, () => this.paint(layer, frame, doc))
  }

  private show(drawing: Drawing, place: Place, layer: Layer, again: () => void | Promise<void>): void | Promise<void> {
    const isSolid = layer.threeDEffect.enabled && drawing.layout.ink !== null && drawing.layout !== this.failedSurface
    if (isSolid) this.surfaces ??= new Surfaces(this.ctx.renderer, this.tools.makeCanvas)
    else this.surfaces?.clear()
    const exact = isSolid ? this.surfaces?.ready(drawing, place.isDraft) : null
    const surface = exact ?? (isSolid ? this.surfaces?.ready(drawing, true) : null) ?? null
    const { rotation, fraction } = drawing
    const { scale, isDraft } = place
    const solid = surface && { surface, fields: layer.threeDEffect, rotation, fraction, scale, isDraft }
    if (!isSolid || surface) this.draw(drawing, place, glowOf(layer), solid)
    if (isSolid && !exact) return this.buildSurface(drawing, surface ? SETTLE_MS : 0, again)
  }

  /**
   * Until the surface has come, the words look as before, or coarser after a zoom. Its failure is reported and the
   * words stay flat (spec §8).
   */
  private async buildSurface(drawing: Drawing, delayMs: number, again: () => void | Promise<void>) {
    const { signal } = this.wait()
    if (delayMs > 0) await pause(delayMs, signal)
    if (signal.aborted) return
    const built = await this.surfaces?.build(drawing, signal)
    if (signal.aborted) return
    if (built && !built.ok) {
      this.failedSurface = drawing.layout
      this.ctx.report('layer-failed')
    }
    await again()
  }

  /** If the drawing fails it is reported once, and the words alone are tried in the plainest way (spec §8). */
  private draw(drawing: Drawing, place: Place, glow: GlowSettings | null, solid: SolidDrawing | null) {
    if (this.look !== this.failedLook) {
      if (this.picture.show(drawing, place, { glow, solid })) return
      this.failedLook = this.look
      this.picture.clear()
      this.ctx.report('layer-failed')
    }
    this.picture.show({ ...drawing, font: PLAIN_FONT, background: null }, place)
  }

  private wait(): AbortController {
    this.waiting = new AbortController()
    return this.waiting
  }
}

/** A turning wheel sends its events closer together than this. */
const SETTLE_MS = 120

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const glowOf = ({ glow }: Layer): GlowSettings | null => (glow.enabled && glow.intensity > 0 ? glow : null)

function drawingOf(layer: Layer, scale: number): Drawing {
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
