import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode, type Sketch } from '#client/render/canvas2d/Canvas2dNode.ts'
import type { Context } from '#client/render/canvas2d/rasterize.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { canvasGradient, gradientLine } from '../colors/gradient.ts'
import { centerOf } from '../placement/placed.ts'
import { boundsOf } from './contours.ts'
import { endsOf } from './lineEnds.ts'
import { isOpen, outlineOf } from './outlines.ts'
import type { ShapeLayer } from './schema.ts'
import { edgeWidthOf, isStroked, marginOf, stretchOf } from './transform.ts'

type Layer = Immutable<ShapeLayer>

/** Canvas `miterLimit`. Sharper corners are beveled. */
const MITRE_LIMIT = 4

/** Factor for the extent of heads on diagonal lines, because `reach` is measured along the axes. */
const DIAGONAL = Math.SQRT2

export const createNode = (ctx: NodeContext) => new Canvas2dNode<Layer>(ctx, sketchOf)

function sketchOf(layer: Layer, doc: DocumentSnapshot): Sketch {
  const { rotation, opacity, glow, scale } = layer
  const unit = scale / 100
  const { x, y, width, height } = boundsOf(layer.type, stretchOf(layer))
  const stroke = Math.max((edgeWidthOf(layer) / 2) * MITRE_LIMIT, marginOf(layer) * DIAGONAL)
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
  const outline = new Path2D(outlineOf(layer.type, stretchOf(layer)))
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
  setDashes(context, layer)
  context.stroke(outline)
  paintEnds(context, layer)
}

/** Lengths of dashes and gaps, in line widths. Round caps add half a line width at both ends of a dash. */
const PATTERNS = { solid: [], dashed: [3, 2], dotted: [0, 2] } as const

function setDashes(context: Context, { dash, type }: Layer) {
  if (dash === 'solid') return
  if (dash === 'dotted') context.lineCap = 'round'
  const room = isOpen(type) && dash === 'dashed' ? 1 : 0
  context.setLineDash(PATTERNS[dash].map((length) => (length + room) * context.lineWidth))
}

function paintEnds(context: Context, layer: Layer) {
  const width = context.lineWidth
  context.fillStyle = layer.color
  for (const { path, at, angle } of endsOf(layer, stretchOf(layer))) {
    context.save()
    context.translate(at.x, at.y)
    context.rotate(angle)
    context.scale(width, width)
    context.fill(new Path2D(path))
    context.restore()
  }
}

/** Returns the gradient over the shape's bounds, in the shape's unit. */
const gradientOf = (context: Context, { type, color, gradient, stretch }: Layer): CanvasGradient =>
  canvasGradient(context, gradientLine(boundsOf(type, stretchOf({ stretch })), gradient.angle), color, gradient.color)
