import { transformPoint } from '#client/kit/base/affine.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { scaleRect } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode, type Sketch } from '#client/render/canvas2d/Canvas2dNode.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { changedStrokeBounds, paintStroke } from './paintStroke.ts'
import { strokeBounds } from './points.ts'
import type { DrawingLayer } from './schema.ts'
import { fromStroke, strokeScale } from './transform.ts'

type Layer = Immutable<DrawingLayer>

export const createNode = (ctx: NodeContext) => new Canvas2dNode<Layer>(ctx, sketchOf)

/** The sketch's origin is the points' origin, because a stroke's centre moves while the user draws. */
function sketchOf(layer: Layer, doc: DocumentSnapshot): Sketch {
  const { points, rotation, opacity } = layer
  const unit = strokeScale(layer, doc)
  return {
    center: transformPoint(containedMap(doc), fromStroke(layer, { x: 0, y: 0 })),
    rotation,
    opacity,
    extent: points.length === 0 ? null : scaleRect(strokeBounds(points), unit),
    paint(context) {
      context.scale(unit, unit)
      paintStroke(context, points)
    },
    grownSince(before) {
      const { points: known, ...rest } = before as Layer // both layers are drawings
      const isOnlyLonger = (Object.keys(rest) as (keyof typeof rest)[]).every((name) => rest[name] === layer[name])
      const ink = isOnlyLonger ? changedStrokeBounds(known, points) : null
      return ink && scaleRect(ink, unit)
    },
  }
}
