import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/base/geometry.ts'
import { scaleRect } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import type { Frame } from '../kind.ts'
import type { PreviewFrame } from '../previewDocument.ts'
import { canvasPart, type OutputPicture, outputPicture, roundedRect, TurnPass } from './turnedPicture.ts'
import { alignToPixels, type View, visibleRegion } from './viewport.ts'

interface Plan {
  picture: OutputPicture
  /** Visible part: plane px, and whole output px. */
  region: Rect
  output: Rect
  /** painted part of the canvas, whole output px */
  part: Rect
  showsEdges: boolean
}

/** Computes the canvas area that a cropped preview shows, and rotates the painted canvas by the crop for display. */
export class TurnedPreview {
  private readonly renderer: WebGLRenderer
  private readonly texture: RenderTexture
  private canvas: RenderTexture | null = null
  private pass: TurnPass | null = null
  private latest: Plan | null = null

  /** `texture`: displayed by the stage. */
  constructor(renderer: WebGLRenderer, texture: RenderTexture) {
    this.renderer = renderer
    this.texture = texture
  }

  /**
   * Plans the next paint. Returns the part of the canvas to paint, document px; null = nothing is visible. `scale`:
   * output px per document px.
   */
  plan(doc: DocumentSnapshot, { painted, isEditing }: PreviewFrame, view: View, scale: number): Rect | null {
    const seen = visibleRegion(view, painted)
    if (!seen) return null
    const picture = outputPicture(doc, scale)
    const region = alignToPixels(seen, scale, painted)
    const output = roundedRect(scaleRect(region, scale))
    const part = picture.map ? canvasPart(picture, output) : output
    if (!part) return null
    this.latest = { picture, region, output, part, showsEdges: isEditing && !picture.isExact }
    return picture.map ? scaleRect(part, 1 / scale) : region
  }

  /**
   * Returns the texture to paint for the planned frame, the displayed region, and a function that updates the displayed
   * texture.
   */
  prepare({ region: painted }: Frame): { target: RenderTexture; region: Rect; show(): void } {
    const { latest, texture } = this
    if (!latest) return { target: texture, region: painted, show() {} }
    const { picture, region, output, part, showsEdges } = latest
    texture.resize(Math.max(1, output.width), Math.max(1, output.height))
    const { map } = picture
    if (!map) {
      this.destroy()
      return { target: texture, region, show() {} }
    }
    this.canvas ??= createTarget(1, 1, 'rgba8unorm')
    this.pass ??= new TurnPass()
    const { canvas, pass, renderer } = this
    canvas.resize(part.width, part.height)
    return {
      target: canvas,
      region,
      show: () =>
        pass.draw(
          renderer,
          texture,
          { ...picture, map },
          { texture: canvas, part, tile: output, region: output, showsEdges },
          true,
        ),
    }
  }

  /** Frees the second texture. The next `prepare` creates another. */
  destroy(): void {
    this.canvas?.destroy(true)
    this.pass?.destroy()
    this.canvas = this.pass = null
  }
}
