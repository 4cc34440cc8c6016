/**
 * A layer that paints itself into a 2D context: its kind says what, this node does the rest. Edges are antialiased at
 * every angle and zoom, strips of an export repeat the whole byte for byte, glow and opacity apply to it as one.
 */
import type { Point, Rect } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { overlap } from '../../kit/base/rect.ts'
import type { DocumentSnapshot, LayerBase } from '../../model/document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import type { GlowFields } from './GlowCompositor.ts'
import { layerGridOf } from './layerGrid.ts'
import { BLEED, browserCanvas, type Context, deviceExtent, type MakeCanvas, type ScaledSketch } from './rasterize.ts'
import { TiledPicture } from './TiledPicture.ts'

/** What one layer looks like. Lengths are document px about its centre, y down. */
export interface Sketch {
  /** In the document. */
  center: Point
  /** Degrees, clockwise. */
  rotation: number
  /** 0..100. */
  opacity: number
  glow?: GlowFields
  /** All that `paint` may touch, unturned, outline included; null = nothing is painted. */
  extent: Rect | null
  /** Reads nothing but the layer's own fields, and neither its place, rotation, opacity nor glow. */
  paint(context: Context): void
  /**
   * For what grows under the user's hand: all that is different from the picture of `before` (document px about the
   * centre, unturned), if all else of the two layers is the same; null = everything may be.
   */
  grownSince?(before: object): Rect | null
}

interface Shown {
  layer: object | null
  look: readonly unknown[]
  version: number
  fraction: Point
  /** Parts of it were painted at other times than the rest. */
  isPatched: boolean
}

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
    this.picture = new TiledPicture(ctx.renderer, makeCanvas, 'drawn')
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
    const isSame = look.length === shown.look.length && look.every((item, i) => item === shown.look[i])
    // While a gesture runs the picture moves by whole px and is painted afresh at its end.
    const { place, fraction } = layerGridOf(frame, center, isSame && frame.isDraft ? shown.fraction : null)
    const drawing: ScaledSketch = { ...painted, scale: frame.scale, fraction }
    const isGrowing = frame.isDraft && !isSame && shown.look[0] === look[0] && isSamePoint(fraction, shown.fraction)
    const part = (isGrowing && shown.layer && grownSince?.(shown.layer)) || null
    // What was put together piece by piece is painted afresh at the gesture's end as well.
    const isKept = part !== null || (isSame && (frame.isDraft || !shown.isPatched))
    const version = isKept ? shown.version : shown.version + 1
    this.shown = { layer, look, version, fraction, isPatched: part !== null || (isKept && shown.isPatched) }
    const redrawn = part && this.picture.invalidate(deviceExtent(part, drawing, BLEED), place)
    this.changed = null
    if (this.failed === version) return
    if (this.picture.show(drawing, `${version} ${fraction.x} ${fraction.y}`, place, { glow: glow ?? null })) {
      this.changed = redrawn && this.area && overlap(redrawn, this.area)
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

/** What changes nothing of the pixels that are painted, wherever it is in the record. */
const NOT_PAINTED = new Set(['id', 'placement', 'position', 'opacity', 'glow'])

/** The scale, and every other field, compared by identity: a snapshot's unchanged parts are the same objects. */
const appearanceOf = (layer: object, { extent, rotation }: Pick<Sketch, 'extent' | 'rotation'>, { scale }: Frame) => [
  scale,
  rotation,
  extent?.x,
  extent?.y,
  extent?.width,
  extent?.height,
  ...Object.entries(layer).flatMap(([name, value]) => (NOT_PAINTED.has(name) ? [] : [value])),
]
