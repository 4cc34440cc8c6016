import { applied } from '../../base/affine.ts'
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import { DrawnNode, type Sketch } from '../drawn/DrawnNode.ts'
import type { NodeContext } from '../kind.ts'
import { naturalMap } from '../photo/place.ts'
import { paintInk } from './ink.ts'
import { boundsOf } from './points.ts'
import type { DrawingLayer } from './schema.ts'
import { centerOf, drawnCenter, unitOf } from './transform.ts'

type Layer = Immutable<DrawingLayer>

export const createDrawingNode = (ctx: NodeContext) => new DrawnNode<Layer>(ctx, sketchOf)

function sketchOf(layer: Layer, doc: DocumentSnapshot): Sketch {
  const { points, rotation, opacity } = layer
  const unit = unitOf(layer, doc)
  const { x, y, width, height } = boundsOf(points)
  const drawn = drawnCenter(layer)
  return {
    center: applied(naturalMap(doc), centerOf(layer)),
    rotation,
    opacity,
    extent:
      points.length === 0
        ? null
        : { x: (x - drawn.x) * unit, y: (y - drawn.y) * unit, width: width * unit, height: height * unit },
    paint(context) {
      context.scale(unit, unit)
      context.translate(-drawn.x, -drawn.y)
      paintInk(context, points)
    },
  }
}
