import type { Immutable } from '../../document/document.ts'
import { DrawnNode, type Sketch } from '../drawn/DrawnNode.ts'
import type { NodeContext } from '../kind.ts'
import { paintInk } from './ink.ts'
import { boundsOf } from './points.ts'
import type { DrawingLayer } from './schema.ts'
import { centerOf, drawnCenter } from './transform.ts'

type Layer = Immutable<DrawingLayer>

export const createDrawingNode = (ctx: NodeContext) => new DrawnNode<Layer>(ctx, sketchOf)

function sketchOf(layer: Layer): Sketch {
  const { points, rotation, opacity, scale } = layer
  const unit = scale / 100
  const { x, y, width, height } = boundsOf(points)
  const drawn = drawnCenter(layer)
  return {
    center: centerOf(layer),
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
