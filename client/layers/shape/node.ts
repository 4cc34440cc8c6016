import type { Immutable } from '../../kit/base/immutable.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { Canvas2dNode, type Sketch } from '../../render/canvas2d/Canvas2dNode.ts'
import type { Context } from '../../render/canvas2d/rasterize.ts'
import type { NodeContext } from '../../render/kind.ts'
import { centerOf } from '../shared/placed.ts'
import { boundsOf } from './contours.ts'
import { isOpen, OUTLINES } from './outlines.ts'
import type { ShapeLayer } from './schema.ts'
import { edgeWidthOf, isStroked } from './transform.ts'

type Layer = Immutable<ShapeLayer>

/** Canvas `miterLimit`: longer mitres are bevelled. */
const MITRE_LIMIT = 4

/** Creates the node that paints a shape. */
export const createNode = (ctx: NodeContext) => new Canvas2dNode<Layer>(ctx, sketchOf)

function sketchOf(layer: Layer, doc: DocumentSnapshot): Sketch {
  const { rotation, opacity, glow, scale } = layer
  const unit = scale / 100
  const { x, y, width, height } = boundsOf(layer.type)
  const stroke = (edgeWidthOf(layer) / 2) * MITRE_LIMIT
  const extent = {
    x: x * unit - stroke,
    y: y * unit - stroke,
    width: width * unit + 2 * stroke,
    height: height * unit + 2 * stroke,
  }
  const center = centerOf(layer, canvasSize(doc))
  return { center, rotation, opacity, glow, extent, paint: (context) => paint(context, layer, unit) }
}

function paint(context: Context, layer: Layer, unit: number) {
  const outline = new Path2D(OUTLINES[layer.type])
  context.scale(unit, unit)
  context.miterLimit = MITRE_LIMIT
  if (!isStroked(layer)) {
    context.fillStyle = layer.gradient.enabled ? gradientOf(context, layer) : layer.color
    context.fill(outline)
    if (!layer.outline.enabled) return
  }
  context.strokeStyle = isStroked(layer) ? layer.color : layer.outline.color
  context.lineWidth = edgeWidthOf(layer) / unit
  if (isOpen(layer.type)) {
    context.lineCap = 'round'
    context.lineJoin = 'round'
  }
  context.stroke(outline)
}

/** A gradient over the shape's bounds, as long as a CSS `linear-gradient` at the same angle; in the shape's own unit. */
function gradientOf(context: Context, { type, color, gradient }: Layer): CanvasGradient {
  const { x, y, width, height } = boundsOf(type)
  const turn = (gradient.angle * Math.PI) / 180
  const [right, down] = [Math.sin(turn), -Math.cos(turn)]
  const half = (Math.abs(right) * width + Math.abs(down) * height) / 2
  const middle = { x: x + width / 2, y: y + height / 2 }
  const painted = context.createLinearGradient(
    middle.x - right * half,
    middle.y - down * half,
    middle.x + right * half,
    middle.y + down * half,
  )
  painted.addColorStop(0, color)
  painted.addColorStop(1, gradient.color)
  return painted
}
