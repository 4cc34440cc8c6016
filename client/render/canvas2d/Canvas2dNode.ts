import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import type { GlowFields } from './GlowCompositor.ts'
import { layerGridOf } from './layerGrid.ts'
import { BLEED, browserCanvas, type Context, deviceExtent, type MakeCanvas, type ScaledSketch } from './rasterize.ts'
import { TiledPicture } from './TiledPicture.ts'

/** Position of one layer, and a function that paints the layer. Lengths are in document px, and y points down. */
export interface Sketch {
  /** Center of the layer in document px. */
  center: Point
  /** Rotation of the layer about `center`, degrees clockwise. */
  rotation: number
  /** Opacity of the layer, 0..100. */
  opacity: number
  glow?: GlowFields
  /** Bounds of all painted pixels before rotation. Null if the layer has no visible pixels. */
  extent: Rect | null
  /** Color space of the painted values. Absent = sRGB. */
  colorSpace?: ColorSpace
  /** Paints the layer without its position, rotation, opacity and glow. Reads only fields of the layer. */
  paint(context: Context): void
  /**
   * Returns the bounds of everything that was drawn after the state `before` of a growing layer (document px relative
   * to the center, before rotation). Returns null if the bounds are unknown.
   */
  grownSince?(before: object): Rect | null
}

interface Shown {
  layer: object | null
  look: readonly unknown[]
  version: number
  fraction: Point
  /** True if only some tiles of a growing stroke have been repainted since the last full paint. */
  isPatched: boolean
}

/**
 * A node for a layer that is painted with a 2D context. The layer's kind provides a `Sketch`, which this class
 * rasterizes. Edges are antialiased at every angle and zoom. The strips of an export have the same bytes as the whole
 * export. Glow and opacity apply to the whole layer.
 */
export class Canvas2dNode<L extends Immutable<LayerBase>> implements LayerNode<L> {
  private readonly ctx: NodeContext
  private readonly sketch: (layer: L, doc: DocumentSnapshot) => Sketch
  private readonly picture: TiledPicture
  private shown: Shown = { layer: null, look: [], version: 0, fraction: { x: 0, y: 0 }, isPatched: false }
  private failed: number | null = null
  changed: Rect | null = null

  constructor(
    ctx: NodeContext,
    sketch: (layer: L, doc: DocumentSnapshot) => Sketch,
    makeCanvas: MakeCanvas = browserCanvas,
  ) {
    this.ctx = ctx
    this.sketch = sketch
    this.picture = new TiledPicture(ctx, makeCanvas, 'drawn')
  }

  get view() {
    return this.picture.view
  }

  get area() {
    return this.picture.area
  }

  update(layer: L, frame: Frame, doc: DocumentSnapshot): void {
    const { center, opacity, glow, grownSince, ...painted } = this.sketch(layer, doc)
    this.view.alpha = opacity / 100
    const { shown } = this
    const look = appearanceOf(layer, painted, frame)
    const isSame = sameItems(shown.look, look)
    // During a gesture, the tiles move by whole pixels. When the gesture ends, the tiles are rasterized again.
    const { place, fraction } = layerGridOf(frame, center, isSame && frame.isDraft ? shown.fraction : null)
    const drawing: ScaledSketch = { ...painted, scale: frame.scale, fraction }
    const isGrowing = frame.isDraft && !isSame && shown.look[0] === look[0] && isSamePoint(fraction, shown.fraction)
    const part = (isGrowing && shown.layer && grownSince?.(shown.layer)) || null
    // When a gesture ends, patched tiles are also rasterized again.
    const isKept = part !== null || (isSame && (frame.isDraft || !shown.isPatched))
    const version = isKept ? shown.version : shown.version + 1
    this.shown = { layer, look, version, fraction, isPatched: part !== null || (isKept && shown.isPatched) }
    const redrawn = part && this.picture.invalidate(deviceExtent(part, drawing, BLEED), place)
    this.changed = null
    if (this.failed === version) return
    if (this.picture.show(drawing, `${version} ${fraction.x} ${fraction.y}`, place, { glow: glow ?? null })) {
      this.changed = redrawn && this.area && intersection(redrawn, this.area)
      return
    }
    this.failed = version
    this.picture.clear()
    this.ctx.report('layer-failed')
  }

  destroy(): void {
    this.picture.destroy()
  }
}

const isSamePoint = (a: Point, b: Point) => a.x === b.x && a.y === b.y

const NOT_PAINTED = new Set(['id', 'placement', 'position', 'opacity', 'glow', 'shadow', 'blendMode'])

/** Returns all values that determine the rasterized pixels. The values are compared by identity. */
const appearanceOf = (layer: object, { extent, rotation }: Pick<Sketch, 'extent' | 'rotation'>, { scale }: Frame) => [
  scale,
  rotation,
  extent?.x,
  extent?.y,
  extent?.width,
  extent?.height,
  ...Object.entries(layer).flatMap(([name, value]) => (NOT_PAINTED.has(name) ? [] : [value])),
]
