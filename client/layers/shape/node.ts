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
import { isStroked } from './transform.ts'

type Layer = Immutable<ShapeLayer>

/** Canvas `miterLimit`: longer mitres are bevelled. */
const MITRE_LIMIT = 4

/** Creates the node that paints a shape. */
export const createNode = (ctx: NodeContext) => new Canvas2dNode<Layer>(ctx, sketchOf)

function sketchOf(layer: Layer, doc: DocumentSnapshot): Sketch {
  const { rotation, opacity, glow, scale } = layer
  const unit = scale / 100
  const { x, y, width, height } = boundsOf(layer.type)
  const stroke = isStroked(layer) ? (layer.strokeWidth / 2) * MITRE_LIMIT : 0
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
  if (!isStroked(layer)) {
    context.fillStyle = layer.color
    context.fill(outline)
    return
  }
  context.strokeStyle = layer.color
  context.lineWidth = layer.strokeWidth / unit
  context.miterLimit = MITRE_LIMIT
  if (isOpen(layer.type)) {
    context.lineCap = 'round'
    context.lineJoin = 'round'
  }
  context.stroke(outline)
}
