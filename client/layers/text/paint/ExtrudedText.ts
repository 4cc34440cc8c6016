import type { WebGLRenderer } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import { deviceExtent } from '#client/render/canvas2d/rasterize.ts'
import type { TopContent } from '#client/render/canvas2d/TiledPicture.ts'
import { draftWindow, TiledTarget } from '#client/render/canvas2d/TiledTarget.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { projectedBounds, type Text3dFields } from '#shaders/text3d/geometry.ts'
import { Text3d, type Text3dSurface } from '#shaders/text3d/text3d.ts'

export interface ExtrusionInput {
  surface: Text3dSurface
  fields: Text3dFields
  /** Rotation, degrees clockwise. */
  rotation: number
  /** Offset of the text's center from the pixel grid, in fractions of a device px. */
  fraction: Point
  scale: number
  isDraft: boolean
}

/** Bounds of the text and its shadow in device px. */
const extrudedExtent = (drawing: ExtrusionInput): Rect =>
  deviceExtent(projectedBounds(drawing.fields, drawing.surface.size), drawing, 1)

/** Paints extruded (3D) text from the text's surface into tiled textures. */
export class ExtrudedText {
  private readonly pieces = new TiledTarget()
  private readonly text3d: Text3d
  private readonly renderer: WebGLRenderer
  /** The current surface. `version` is part of the cache key of the painted content. */
  private shown: { surface: Text3dSurface; version: number } | null = null
  private look = ''
  /** number of rays per pixel near edges */
  private samples: 1 | 4 = 4

  constructor({ renderer, colorSpace }: Pick<NodeContext, 'renderer' | 'colorSpace'>) {
    this.renderer = renderer
    this.text3d = new Text3d(colorSpace)
  }

  /** Returns the extruded text as the content of a tiled image. */
  contentOver(drawing: ExtrusionInput): TopContent {
    return {
      view: this.pieces.view,
      extent: extrudedExtent(drawing),
      show: (window, origin) => this.show(drawing, window, origin),
    }
  }

  destroy(): void {
    this.pieces.destroy()
    this.text3d.destroy()
  }

  private show(drawing: ExtrusionInput, window: Rect, origin: Point): string {
    const { surface, fields, rotation, fraction, scale, isDraft } = drawing
    if (this.shown?.surface !== surface) this.shown = { surface, version: (this.shown?.version ?? 0) + 1 }
    const look = JSON.stringify([this.shown.version, fields, rotation, fraction, scale])
    // during a gesture, reduces the quality only if the gesture changes this text
    if (!isDraft || look !== this.look) this.samples = isDraft ? 1 : 4
    this.look = look
    const target = intersection(draftWindow(window, isDraft), extrudedExtent(drawing))
    if (target) this.paint(`${look} ${this.samples}`, drawing, target, origin)
    else this.pieces.clear()
    return `${look} ${this.samples}`
  }

  private paint(look: string, drawing: ExtrusionInput, target: Rect, origin: Point) {
    const { surface, fields, rotation, fraction, scale } = drawing
    const center = { x: fraction.x / scale, y: fraction.y / scale }
    this.pieces.show(look, target, { origin, scale }, (texture, rect) => {
      const on = { texture, grid: { ...rect, scale } }
      this.text3d.draw(this.renderer, on, surface, fields, { center, rotation }, this.samples)
    })
  }
}
