import { transformPoint } from '#client/kit/geometry/affine.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { scaleRect } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode, type Sketch } from '#client/render/canvas2d/Canvas2dNode.ts'
import type { Context } from '#client/render/canvas2d/rasterize.ts'
import type { Disc, NodeContext } from '#client/render/kind.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { type Points, strokeBounds } from './points.ts'
import type { DrawingLayer } from './schema.ts'
import { fromStroke, strokeScale } from './transform.ts'

type Layer = Immutable<DrawingLayer>

export const createNode = (ctx: NodeContext) => new Canvas2dNode<Layer>(ctx, sketchOf)

/**
 * Returns the stroke as a sketch. Its center is the origin of the points' coordinates, because the stroke's own center
 * moves while the user draws.
 */
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
      const { points: known, ...rest } = before as Layer // safe cast: the earlier state of a drawing is also a drawing
      const isOnlyLonger = (Object.keys(rest) as (keyof typeof rest)[]).every((name) => rest[name] === layer[name])
      const ink = isOnlyLonger ? changedStrokeBounds(known, points) : null
      return ink && scaleRect(ink, unit)
    },
  }
}

/** Number of straight segments per curve between two points, for strokes of varying width. */
const CHORDS_PER_CURVE = 6

/** Paints a stroke. The context must already be scaled to the unit of the points. */
function paintStroke(context: Context, points: Points): void {
  const [first] = points
  if (!first) return
  if (hasConstantWidth(points)) paintConstantWidth(context, points, first)
  else {
    context.fillStyle = first.color
    context.fill(variableWidthPath(points))
  }
}

/**
 * Returns the bounds that change when a stroke grows from `before` to `after`, in the points' coordinates. Null if
 * unknown. The bounds include the last two points of `before`, because the last straight segment becomes a curve.
 */
function changedStrokeBounds(before: Points, after: Points): Rect | null {
  const isLonger = before.length < after.length && before.every((point, i) => point === after[i])
  return isLonger && hasConstantWidth(before) === hasConstantWidth(after)
    ? strokeBounds(after.slice(Math.max(0, before.length - 2)))
    : null
}

const hasConstantWidth = (points: Points) => points.every(({ size }) => size === points[0]?.size)

/** Paints quadratic Bézier curves between the midpoints of consecutive points, with the points as control points. */
function paintConstantWidth(context: Context, points: Points, first: Points[number]) {
  context.strokeStyle = first.color
  context.lineWidth = first.size
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(first.x, first.y)
  points.forEach((point, i) => {
    const next = points[i + 1]
    if (next) context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2)
    else context.lineTo(point.x, point.y)
  })
  context.stroke()
}

/**
 * Returns a path of discs along the curve and of the convex hulls of adjacent discs. All subpaths are clockwise, so the
 * nonzero rule fills their union.
 */
function variableWidthPath(points: Points): Path2D {
  const path = new Path2D()
  let before: Disc | null = null
  for (const disc of walkDiscs(points)) {
    path.moveTo(disc.x + disc.radius, disc.y)
    path.arc(disc.x, disc.y, disc.radius, 0, 2 * Math.PI)
    if (before) addHull(path, before, disc)
    before = disc
  }
  return path
}

function addHull(path: Path2D, a: Disc, b: Disc) {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length === 0) return
  const [nx, ny] = [-(b.y - a.y) / length, (b.x - a.x) / length]
  path.moveTo(a.x - nx * a.radius, a.y - ny * a.radius)
  path.lineTo(b.x - nx * b.radius, b.y - ny * b.radius)
  path.lineTo(b.x + nx * b.radius, b.y + ny * b.radius)
  path.lineTo(a.x + nx * a.radius, a.y + ny * a.radius)
  path.closePath()
}

function* walkDiscs(points: Points): Generator<Disc> {
  let from: Sample | undefined = points[0]
  if (!from) return
  yield discOf(from)
  for (const [i, point] of points.entries()) {
    const next = points[i + 1]
    const to = next ? middle(point, next) : point
    for (let step = 1; step <= CHORDS_PER_CURVE; step++)
      yield discOf(quadratic(from, point, to, step / CHORDS_PER_CURVE))
    from = to
  }
}

type Sample = Pick<Points[number], 'x' | 'y' | 'size'>

const discOf = ({ x, y, size }: Sample): Disc => ({ x, y, radius: size / 2 })

const middle = (a: Sample, b: Sample): Sample => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  size: (a.size + b.size) / 2,
})

function quadratic(a: Sample, b: Sample, c: Sample, t: number): Sample {
  const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t]
  return { x: u * a.x + v * b.x + w * c.x, y: u * a.y + v * b.y + w * c.y, size: u * a.size + v * b.size + w * c.size }
}
