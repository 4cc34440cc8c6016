/**
 * A layer that paints itself into a 2D context: its kind says what, this node does the rest. Edges are antialiased at
 * every angle and zoom, strips of an export repeat the whole byte for byte, glow and opacity apply to it as one.
 */
import type { Point, Rect } from '../../base/geometry.ts'
import type { DocumentSnapshot, Immutable, LayerBase } from '../../document/document.ts'
import type { Frame, LayerNode, NodeContext } from '../kind.ts'
import { browserCanvas, type Context, type Drawing, type MakeCanvas } from './drawing.ts'
import type { GlowFields } from './Glowing.ts'
import { Picture } from './Picture.ts'
import { placeOf } from './place.ts'

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
}

interface Shown {
  look: readonly unknown[]
  version: number
  fraction: Point
}

export class DrawnNode<L extends Immutable<LayerBase>> implements LayerNode<L> {
  private readonly ctx: NodeContext
  private readonly sketch: (layer: L, doc: DocumentSnapshot) => Sketch
  private readonly picture: Picture
  private shown: Shown = { look: [], version: 0, fraction: { x: 0, y: 0 } }
  private failed: number | null = null

  constructor(
    ctx: NodeContext,
    sketch: (layer: L, doc: DocumentSnapshot) => Sketch,
    makeCanvas: MakeCanvas = browserCanvas,
  ) {
    this.ctx = ctx
    this.sketch = sketch
    this.picture = new Picture(ctx.renderer, makeCanvas, 'drawn')
  }

  get view() {
    return this.picture.view
  }

  update(layer: L, frame: Frame, doc: DocumentSnapshot): void {
    const { center, opacity, glow, ...painted } = this.sketch(layer, doc)
    this.view.alpha = opacity / 100
    const look = lookOf(layer, painted, frame)
    const isSame = look.length === this.shown.look.length && look.every((item, i) => item === this.shown.look[i])
    const version = isSame ? this.shown.version : this.shown.version + 1
    // While a gesture runs the picture moves by whole px and is painted afresh at its end.
    const { place, fraction } = placeOf(frame, center, isSame && frame.isDraft ? this.shown.fraction : null)
    this.shown = { look, version, fraction }
    const drawing: Drawing = { ...painted, scale: frame.scale, fraction }
    if (this.failed === version) return
    if (this.picture.show(drawing, `${version} ${fraction.x} ${fraction.y}`, place, { glow: glow ?? null })) return
    this.failed = version
    this.picture.clear()
    this.ctx.report('layer-failed')
  }

  destroy(): void {
    this.picture.destroy()
  }
}

/** What changes nothing of the pixels that are painted, wherever it is in the record. */
const ELSEWHERE = new Set(['id', 'placement', 'position', 'opacity', 'glow'])

/** Every other field, compared by identity: a snapshot's unchanged parts are the same objects. */
const lookOf = (layer: object, { extent, rotation }: Pick<Sketch, 'extent' | 'rotation'>, { scale }: Frame) => [
  scale,
  rotation,
  extent?.x,
  extent?.y,
  extent?.width,
  extent?.height,
  ...Object.entries(layer).flatMap(([name, value]) => (ELSEWHERE.has(name) ? [] : [value])),
]
