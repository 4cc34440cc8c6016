import { createLatestTask, pause } from '#client/kit/async/scheduling.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type LayerGrid, layerGridOf } from '#client/render/canvas2d/layerGrid.ts'
import { browserCanvas, type MakeCanvas, type ScaledSketch } from '#client/render/canvas2d/rasterize.ts'
import { TiledPicture } from '#client/render/canvas2d/TiledPicture.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { compileText3d, type Text3dSurface } from '#shaders/text3d/text3d.ts'
import { ExtrudedText } from './paint/ExtrudedText.ts'
import { halfLayout } from './paint/halves.ts'
import { cachedLayoutOf, FALLBACK_FAMILY, fontOf, PLAIN_FONT } from './paint/measure.ts'
import { paragraphStyleOf, textEffectsOf } from './paint/paintOptions.ts'
import { SurfaceCache } from './paint/SurfaceCache.ts'
import { lettersOnly, paintStyledText, type StyledText, styledTextExtent, withoutLetters } from './paint/styledText.ts'
import type { TextLayout } from './paint/TextLayout.ts'
import { casedWords, type Face, faceFor, paintedWeight, type ShownText } from './schema.ts'
import { backgroundSize, fontSizeOf, layoutOfLayer, wordsOf } from './textSize.ts'
import { textCenter } from './transform.ts'

type Layer = Immutable<ShownText>

/** Styled text with its rotation and the position of its pixel grid in a frame. */
interface PlacedText {
  text: StyledText
  rotation: number
  fraction: Point
  place: LayerGrid
}

export const createNode = (ctx: NodeContext) => new TextNode(ctx)

/** Paints a text layer. Loads the font, builds the 3D surface, and passes paint instructions to a tiled image. */
export class TextNode implements LayerNode<Layer> {
  private readonly picture: TiledPicture
  private surfaces: SurfaceCache | null = null
  private extruded: ExtrudedText | null = null
  private readonly ctx: NodeContext
  private readonly makeCanvas: MakeCanvas
  /** Loads the font of the latest update, then builds the text's 3D surface. */
  private readonly loading = createLatestTask()
  /** The font that could not be loaded, or null. The fallback font replaces it. */
  private failedFont: string | null = null
  private failedSurface: TextLayout | null = null
  private failedLook: string | null = null
  private layout: TextLayout | null = null
  /** True until the first font has loaded or failed. Until then, the text is painted flat in the fallback font. */
  private isNew = true
  /** True once letters are painted. New 3D text is flat until its surface is built. */
  private isShown = false
  private look = ''
  /** Increases whenever the pixels change, unless only the subpixel offset changes. */
  private version = 0
  private fraction: Point | null = null

  constructor(ctx: NodeContext, makeCanvas: MakeCanvas = browserCanvas) {
    this.ctx = ctx
    this.makeCanvas = makeCanvas
    this.picture = new TiledPicture(ctx, makeCanvas, 'text')
  }

  get view() {
    return this.picture.view
  }

  get area() {
    return this.picture.area
  }

  update(layer: Layer, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    this.loading.cancel()
    const face = faceFor(layer)
    if (this.ctx.fonts.isLoaded(...face)) {
      this.failedFont = null
      this.isNew = false
      this.ctx.fonts.retry(...face) // requests the default family's letters for text in an imported font
      return this.paint(layer, layer.fontFamily, frame, doc)
    }
    if (fontOf(face[0], face[1]) !== this.failedFont) return this.paintWithFont(face, layer, frame, doc)
    this.ctx.fonts.retry(...face) // reports a missing font only once per text layer, because the user may be typing
    return this.paint(layer, FALLBACK_FAMILY, frame, doc)
  }

  destroy(): void {
    this.loading.cancel()
    this.surfaces?.destroy()
    this.picture.destroy()
    this.extruded?.destroy()
  }

  private paintWithFont(face: Face, layer: Layer, frame: Frame, doc: DocumentSnapshot): Promise<void> {
    const flat = { ...layer, threeDEffect: { ...layer.threeDEffect, enabled: false } }
    if (this.isNew) void this.paint(flat, FALLBACK_FAMILY, frame, doc)
    return this.loading.run(async (signal) => {
      const loaded = await this.ctx.fonts.load(...face, signal)
      if (signal.aborted) return
      this.isNew = false
      this.failedFont = loaded ? null : fontOf(face[0], face[1])
      if (!loaded) this.ctx.report('font-failed')
      await this.paint(layer, loaded ? layer.fontFamily : FALLBACK_FAMILY, frame, doc)
    })
  }

  /** Paints the layer. `family`: the layer's font family, or the fallback family. */
  private paint(layer: Layer, family: string, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    this.view.alpha = layer.opacity / 100
    const text = styledTextOf(layer, family)
    const { layout, ...rest } = text
    const look = JSON.stringify([rest, layer.rotation, frame.scale])
    const isSame = layout === this.layout && look === this.look
    // During a gesture, tiles move by whole pixels. They are rasterized again when the gesture ends.
    const held = isSame && frame.isDraft ? this.fraction : null
    const { place, fraction } = layerGridOf(frame, textCenter(layer, canvasSize(doc)), held)
    if (!isSame) this.version++
    this.layout = layout
    this.look = look
    this.fraction = fraction
    return this.show({ text, rotation: layer.rotation, fraction, place }, layer, () =>
      this.paint(layer, family, frame, doc),
    )
  }

  private show(scaled: PlacedText, layer: Layer, again: () => void | Promise<void>): void | Promise<void> {
    const { text, place } = scaled
    const isSolid = layer.threeDEffect.enabled && text.layout.ink !== null && text.layout !== this.failedSurface
    if (isSolid) this.surfaces ??= new SurfaceCache(this.ctx, this.makeCanvas)
    else this.surfaces?.clear()
    const exact = isSolid ? this.surfaces?.ready(text, place.scale, place.isDraft) : null
    const old = isSolid && !layer.isFlat ? this.surfaces?.ready(text, place.scale, true) : null
    const surface = exact ?? old ?? null
    if (!isSolid || layer.isFlat || surface || !this.isShown) this.draw(scaled, layer, surface)
    // While the user types, letters are first painted without depth. The surface is built in every pause.
    if (isSolid && !exact) return this.buildSurface(scaled, layer, surface || layer.isFlat ? SETTLE_MS : 0, again)
  }

  /**
   * Builds the 3D surface. Until it is ready, the previous surface is shown, which may have a lower resolution after a
   * zoom. If building fails, reports the error and paints flat text.
   */
  private buildSurface(
    { text, place }: PlacedText,
    { threeDEffect }: Layer,
    delayMs: number,
    again: () => void | Promise<void>,
  ): Promise<void> {
    return this.loading.run(async (signal) => {
      if (delayMs > 0) await pause(delayMs, signal)
      if (signal.aborted) return
      const building = this.surfaces?.build(text, place.scale)
      compileText3d(this.ctx.renderer, threeDEffect) // the GPU compiles the shader while a worker builds the surface
      const built = await building
      if (signal.aborted) return
      if (built && !built.ok) {
        this.failedSurface = text.layout
        this.ctx.report('layer-failed')
      }
      await again()
    })
  }

  /** Paints the text. If painting fails, reports the error once and paints the letters without effects. */
  private draw(scaled: PlacedText, layer: Layer, surface: Text3dSurface | null) {
    const { text, rotation, fraction, place } = scaled
    const look = `${this.version} ${fraction.x} ${fraction.y}`
    this.isShown = true
    if (this.failedLook !== this.look) {
      const { scale, isDraft } = place
      if (surface) this.extruded ??= new ExtrudedText(this.ctx)
      const fields = layer.isFlat ? facingViewer(layer.threeDEffect) : layer.threeDEffect
      const top =
        (surface && this.extruded?.contentOver({ surface, fields, rotation, fraction, scale, isDraft })) ?? null
      const drawing = drawingOf(top ? { ...scaled, text: withoutLetters(text) } : scaled)
      const isShown = this.picture.show(drawing, `${look} ${top !== null}`, place, { glow: layer.glow, top })
      if (!top) this.dropExtruded()
      if (isShown) return
      this.failedLook = this.look
      this.picture.clear()
      this.ctx.report('layer-failed')
    }
    const plain = drawingOf({ ...scaled, text: { ...lettersOnly(text), font: PLAIN_FONT } })
    this.picture.show(plain, `${look} plain`, place)
    this.dropExtruded()
  }

  private dropExtruded() {
    this.extruded?.destroy()
    this.extruded = null
  }
}

/**
 * Maximum rotation around the x axis while the user types, degrees. Such a rotation shows the depth but doesn't move
 * letters sideways, so the caret stays at its letter.
 */
const TYPED_TILT = 22

/** Returns the 3D effect with a rotation around the x axis only. */
const facingViewer = (effect: Layer['threeDEffect']) => {
  const tilt = Math.min(TYPED_TILT, Math.max(Math.abs(effect.rotateX), Math.abs(effect.rotateY)))
  return { ...effect, rotateX: effect.rotateX < 0 ? -tilt : tilt, rotateY: 0, rotateZ: 0 }
}

/** Delay between a zoom or a typed letter and building a surface, ms. Longer than the time between two wheel events. */
const SETTLE_MS = 120

function styledTextOf(layer: Layer, family: string): StyledText {
  const weight = paintedWeight(layer)
  const { enabled, color } = layer.background
  const words = wordsOf(layer)
  const font = fontOf(family, weight)
  const layout = cachedLayoutOf(casedWords(layer, words), family, weight, paragraphStyleOf(layer))
  return {
    layout: layer.half ? halfLayout({ layout, font }, layer.half, layer, words) : layout,
    font,
    color: layer.color,
    fontSize: fontSizeOf(layer),
    box:
      enabled && layer.half !== 'front' ? { color, ...backgroundSize(layer), radius: backgroundRadius(layer) } : null,
    ...textEffectsOf(layer),
  }
}

/**
 * Returns the corner radius of the painted background box, in document px. For a box that fits its text, limits the
 * radius so that letters stay inside the rounded corners: (r - p)² + (r - q)² = r² for the paddings p and q.
 */
export function backgroundRadius(layer: Layer): number {
  const { fitsText, borderRadius } = layer.background
  const { ink } = layoutOfLayer(layer)
  if (!fitsText || !ink) return borderRadius
  const [size, box] = [fontSizeOf(layer), backgroundSize(layer)]
  const p = Math.max(0, box.width - size * ink.width) / 2
  const q = Math.max(0, box.height - size * ink.height) / 2
  return Math.min(borderRadius, p + q + Math.sqrt(2 * p * q))
}

const drawingOf = ({ text, rotation, fraction, place }: PlacedText): ScaledSketch => ({
  extent: styledTextExtent(text),
  rotation,
  scale: place.scale,
  fraction,
  paint: (context) => paintStyledText(context, text),
})
