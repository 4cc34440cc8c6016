import type { ImageSource } from 'pixi.js'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { canvasSource, freeCanvasSource } from '#client/render/canvas2d/CanvasTiles.ts'
import {
  type MakeCanvas,
  rasterizeCoverage,
  rasterizeTile,
  type ScaledSketch,
} from '#client/render/canvas2d/rasterize.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { type DistanceField, leaseDistanceFields } from '#shaders/distance/field.ts'
import { maxTextureSide } from '#shaders/lib/pass.ts'
import { FIELD_RANGE, SHADOW_MARGIN, type Text3dSurface } from '#shaders/text3d/text3d.ts'
import { inkBounds, paintStyledText, type StyledText, styledTextExtent } from './styledText.ts'
import type { TextLayout } from './TextLayout.ts'

/** The values that determine a text layer's distance field. The field doesn't depend on colors. */
interface Outline {
  layout: TextLayout
  font: string
  /** Stroke width, em. */
  stroke: number
  /** Resolution of the face texture, texels per em. */
  density: number
  /** Width of the face texture, texels. Width and height are multiples of 4, so that their halves are even numbers. */
  width: number
  height: number
}

interface CachedSurface extends Outline {
  field: DistanceField
  face: ImageSource
  /** Cache key of the face's colors. */
  colors: string
  /**
   * The surface. Equal pixels and sizes yield the same object, because the shadow's cache compares surfaces by
   * identity.
   */
  surface: { fontSize: number; value: Text3dSurface }
}

interface PendingBuild {
  outline: Outline
  done: Promise<Result<void, 'layer-failed' | 'aborted'>>
}

/** Width of the transparent border around the text, texels. */
const PADDING = 4
const MAX_SIDE = 8192
/** Maximum number of texels of a face texture, which is 64 MB. */
const MAX_TEXELS = 16_000_000
/** If the face has more texels, the distance field has half the face's resolution. */
const FULL_FIELD_TEXELS = 600_000

/**
 * Builds and caches the input of the 3D effect, which is a texture of the flat text and its distance field. The input
 * is built once per text, font and resolution. During a gesture, an existing surface is scaled instead.
 */
export class SurfaceCache {
  private readonly lease: ReturnType<typeof leaseDistanceFields>
  private readonly makeCanvas: MakeCanvas
  private readonly colorSpace: ColorSpace | undefined
  private readonly maxSide: number
  private cached: CachedSurface | null = null
  private pendingBuild: PendingBuild | null = null
  private readonly building = createLatestTask(() => {
    this.pendingBuild = null
  })

  constructor({ renderer, colorSpace }: Pick<NodeContext, 'renderer' | 'colorSpace'>, makeCanvas: MakeCanvas) {
    this.colorSpace = colorSpace
    this.lease = leaseDistanceFields(renderer)
    this.makeCanvas = makeCanvas
    this.maxSide = Math.min(MAX_SIDE, maxTextureSide(renderer))
  }

  /**
   * Returns the surface of a text layer if it is already built for `scale` (output px per document px). If `isDraft` is
   * true, any resolution is accepted. If the result is null, call `build`.
   */
  ready(text: StyledText, scale: number, isDraft: boolean): Text3dSurface | null {
    const { cached } = this
    const wanted = this.outlineOf(text, scale)
    if (!cached || !wanted || !hasSameOutline(cached, wanted)) return null
    if (!isDraft && cached.density !== wanted.density) return null
    const colors = colorsOf(text)
    if (cached.colors !== colors) {
      const face = this.faceOf(cached, text)
      if (!face) return null
      freeCanvasSource(cached.face)
      this.cached = { ...cached, face, colors, surface: scaleFace(cached, face, cached.field, text.fontSize) }
    } else if (cached.surface.fontSize !== text.fontSize)
      cached.surface = scaleFace(cached, cached.face, cached.field, text.fontSize)
    return this.cached?.surface.value ?? null
  }

  /**
   * Builds the surface of a text layer for `scale`. If a build for the same text is running, returns its promise. A
   * build for another text is aborted. Fails with 'aborted', or with 'layer-failed' if the text has no visible pixels
   * or its texture or distance field can't be created.
   */
  build(text: StyledText, scale: number): PendingBuild['done'] {
    const outline = this.outlineOf(text, scale)
    if (!outline) return Promise.resolve(err('layer-failed'))
    const { pendingBuild } = this
    if (
      pendingBuild &&
      hasSameOutline(pendingBuild.outline, outline) &&
      pendingBuild.outline.density === outline.density
    )
      return pendingBuild.done
    const done = this.building.run((signal) => this.make(outline, text, signal))
    this.pendingBuild = { outline, done }
    return done
  }

  clear(): void {
    this.building.cancel()
    this.pendingBuild = null
    this.free()
  }

  destroy(): void {
    this.clear()
    this.lease.release()
  }

  private async make(outline: Outline, text: StyledText, signal: AbortSignal): PendingBuild['done'] {
    const field = await this.fieldOf(outline, text, signal)
    if (!field) return err(signal.aborted ? 'aborted' : 'layer-failed')
    // created after the field, so that the face (tens of MB) isn't in memory while the field is built
    const face = this.faceOf(outline, text)
    if (!face) {
      field.destroy()
      return err('layer-failed')
    }
    this.free()
    const surface = scaleFace(outline, face, field, text.fontSize)
    this.cached = { ...outline, face, field, colors: colorsOf(text), surface }
    return ok(undefined)
  }

  private free(): void {
    if (!this.cached) return
    freeCanvasSource(this.cached.face)
    this.cached.field.destroy()
    this.cached = null
  }

  /** Returns the outline of the text, or null if the text has no visible pixels. */
  private outlineOf(text: StyledText, scale: number): Outline | null {
    const { layout, font, fontSize, stroke } = text
    const ink = inkBounds(text)
    if (!ink) return null
    const { x, y, width, height } = ink
    const [wide, high] = [2 * Math.max(-x, x + width), 2 * Math.max(-y, y + height)]
    const fits = (this.maxSide - 4 * PADDING - SHADOW_MARGIN) / Math.max(wide, high)
    const density = Math.min(fontSize * scale, fits, Math.sqrt(MAX_TEXELS / (wide * high)))
    const texels = (em: number) => 4 * Math.ceil((em * density) / 4) + 2 * PADDING
    return { layout, font, stroke: stroke?.width ?? 0, density, width: texels(wide), height: texels(high) }
  }

  private faceOf(outline: Outline, text: StyledText): ImageSource | null {
    const canvas = rasterizeTile(
      flatDrawing(outline, text, 1),
      centeredRect(outline, 1),
      this.makeCanvas,
      this.colorSpace,
    )
    return canvas && canvasSource(canvas, true)
  }

  private async fieldOf(outline: Outline, text: StyledText, signal: AbortSignal): Promise<DistanceField | null> {
    const step = outline.width * outline.height > FULL_FIELD_TEXELS ? 2 : 1
    const piece = centeredRect(outline, step)
    const bytes = rasterizeCoverage(flatDrawing(outline, text, step), piece, this.makeCanvas)
    if (!bytes) return null
    try {
      const coverage = { width: piece.width, height: piece.height, bytes }
      return await this.lease.value.build(coverage, { range: FIELD_RANGE, format: 'half', signal })
    } catch {
      return null // aborted, or the GPU or worker has failed; the caller checks its signal
    }
  }
}

const hasSameOutline = (a: Outline, b: Outline) => a.layout === b.layout && a.font === b.font && a.stroke === b.stroke

const colorsOf = ({ color, stroke, gradient }: StyledText) => JSON.stringify([color, stroke, gradient])

/** Returns the text without box, shadow and rotation, at `1 / step` of the face's resolution. */
function flatDrawing({ density }: Outline, text: StyledText, step: number): ScaledSketch {
  const solid = { ...text, box: null, shadow: null }
  return {
    extent: styledTextExtent(solid),
    rotation: 0,
    scale: density / text.fontSize / step,
    fraction: { x: 0, y: 0 },
    paint: (context) => paintStyledText(context, solid),
  }
}

const centeredRect = ({ width, height }: Outline, step: number) => ({
  x: -width / 2 / step,
  y: -height / 2 / step,
  width: width / step,
  height: height / step,
})

const scaleFace = ({ density, width, height }: Outline, face: ImageSource, field: DistanceField, fontSize: number) => ({
  fontSize,
  value: { face, field, size: { width: (width / density) * fontSize, height: (height / density) * fontSize } },
})
