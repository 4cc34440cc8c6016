/** Measures how much of a layer the subject hides, and finds positions where the layer is visible. */
import { invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { distance, middleOf, type Point, type Rect, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { sharedArea } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { handlePoint } from '#client/render/compositor/handles.ts'
import { type LayerKind, type Placed, uprightBox } from '#client/render/kind.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'

/** Number of sample points in each direction of a layer's box. */
const ACROSS = 32
const DOWN = 12

/**
 * Returns the fraction (0..1) of the visible part of `box` that the subject covers. Returns 0 for a layer in front of
 * the subject, and if the subject is hidden or missing. `isInFront`: see `LayerKind.isInFront`.
 */
export function hiddenFraction(
  { placement }: Pick<Immutable<LayerBase>, 'placement'>,
  box: Placed,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isInFront = (_at: Point) => false,
): number {
  const coverageAt = subjectCoverage({ placement }, doc, matte)
  const picture = pictureInDocument(doc)
  const visible = pointsIn(box, ACROSS, DOWN).filter(({ x, y }) => {
    const [right, down] = [x - picture.x, y - picture.y]
    return right >= 0 && down >= 0 && right < picture.width && down < picture.height
  })
  return visible.reduce((sum, at) => sum + (isInFront(at) ? 0 : coverageAt(at)), 0) / Math.max(1, visible.length)
}

/** Divides a box into a grid. Returns the centers of the grid's cells in document px, row-major. */
export const pointsIn = (box: Placed, across: number, down: number): Point[] =>
  Array.from({ length: across * down }, (_, i) =>
    handlePoint(box, { x: (2 * (i % across) + 1) / across - 1, y: (2 * Math.floor(i / across) + 1) / down - 1 }),
  )

/**
 * Returns a function that returns the fraction (0..1) of a layer that the subject hides at a document point. Always 0
 * for a layer in front of the subject, and if the subject is hidden.
 */
export function subjectCoverage(
  { placement }: Pick<Immutable<LayerBase>, 'placement'>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
): (at: Point) => number {
  const subject = layerOfKind(doc, 'subject')
  if (!subject || subject.isHidden || placement !== 'background') return () => 0
  const toPhoto = invert(subjectMap(doc))
  return (at) => {
    const { x, y } = transformPoint(toPhoto, at)
    if (x < 0 || y < 0 || x >= matte.width || y >= matte.height) return 0
    return (matte.coverage[Math.floor(y) * matte.width + Math.floor(x)] ?? 0) / 255
  }
}

/** Hidden fractions above which a layer counts as almost hidden, and as mostly hidden. */
const [ALMOST_ALL, MOST] = [0.9, 0.5]

type Checked = [
  layer: Immutable<LayerBase>,
  kind: Pick<LayerKind, 'transform' | 'isInFront'>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
]

/** Returns true if the subject covers almost all visible pixels of a layer behind it. */
export const isAlmostHidden = (...checked: Checked): boolean => hiddenPart(...checked) >= ALMOST_ALL

/** Returns true if the subject covers more than half of the visible pixels of a layer behind it. */
export const isMostlyHidden = (...checked: Checked): boolean => hiddenPart(...checked) > MOST

/**
 * Returns the fraction (0..1) of a layer's visible box that the subject hides. Returns 0 for a layer without a box.
 * Parts of the layer in front of the subject don't count as hidden.
 */
export function hiddenPart(...[layer, { transform, isInFront }, doc, matte]: Checked): number {
  const box = doc.photo && (transform?.visible ?? transform?.placed)?.(layer, doc)
  return box ? hiddenFraction(layer, box, doc, matte, isInFront?.(layer, doc)) : 0
}

/** Candidate centers for a layer, as fractions of the image's width and height. */
const COLUMNS = Array.from({ length: 9 }, (_, i) => (i + 1) / 10)
const ROWS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20)

/** Minimum gap between a moved layer and the image's edges, as a fraction of the image's width and height. */
const MARGIN = { x: 0.05, y: 0.04 }

/** Cost of moving a layer by the image's diagonal. For comparison, hiding the whole layer costs 1. */
const DISTANCE_WEIGHT = 0.1

/**
 * Returns the center (document px) where the subject and `others` cover the smallest part of `box`. Prefers centers
 * near the current center.
 */
export const leastHiddenCenter = (
  layer: Pick<Immutable<LayerBase>, 'placement'>,
  box: Placed,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  others: readonly Rect[] = [],
): Point =>
  cheapestPlace(box, doc, (moved) => hiddenFraction(layer, moved, doc, matte) + coveredShare(moved, others), true).box
    .center

/** Returns the area that a box shares with `others` (document px), as a fraction of the box's area. */
function coveredShare(box: Placed, others: readonly Rect[]): number {
  const bounds = uprightBox(box)
  const shared = others.reduce((sum, other) => sum + sharedArea(bounds, other), 0)
  return shared / Math.max(1, bounds.width * bounds.height)
}

/**
 * Returns the box at the candidate center with the lowest cost. The cost is `hidden` plus penalties for leaving the
 * image and for the distance from the current center. `mayStay`: the current center is also a candidate. False for text
 * layers, whose best place must not depend on the current center. `axis`: if set, all candidates are moved onto the
 * image's vertical middle line, rotated by this angle (degrees).
 */
export function cheapestPlace(
  box: Placed,
  doc: DocumentSnapshot,
  hidden: (box: Placed) => number,
  mayStay = false,
  axis: number | null = null,
) {
  const { x: left, y: top, width, height } = pictureInDocument(doc)
  const diagonal = Math.hypot(width, height)
  const seen = uprightBox(box)
  const placeAt = (center: Point) => {
    const outside = Math.max(
      0,
      overhang(center.x - left, seen.width, width),
      overhang(center.y - top, seen.height, height),
    )
    const away = distance(center, box.center) / diagonal
    const moved = { ...box, center }
    return { box: moved, cost: hidden(moved) + outside + DISTANCE_WEIGHT * away }
  }
  const within = (at: number, length: number, limit: number, margin: number) => {
    const half = length / 2 + margin * limit
    return 2 * half > limit ? limit / 2 : clamp(at, half, limit - half)
  }
  // a large layer must stay inside the image, so many candidates coincide; the sets remove duplicates
  const columns = new Set(COLUMNS.map((u) => left + within(u * width, seen.width, width, MARGIN.x)))
  const rows = new Set(ROWS.map((v) => top + within(v * height, seen.height, height, MARGIN.y)))
  const grid = [...rows].flatMap((y) => [...columns].map((x) => ({ x, y })))
  const centers = axis === null ? grid : ontoAxis(grid, middleOf({ x: left, y: top, width, height }), axis)
  const present = {
    x: left + within(box.center.x - left, seen.width, width, 0),
    y: top + within(box.center.y - top, seen.height, height, 0),
  }
  return cheapest([...(mayStay ? [present] : []), ...centers].map(placeAt))
}

/**
 * Moves points horizontally onto the line through `middle` that is vertical before it is rotated by `angle` (degrees).
 * If the rotated line is nearer to the horizontal, moves them vertically. Returns each point of the line once.
 */
function ontoAxis(points: readonly Point[], middle: Point, angle: number): Point[] {
  const axis = rotatePoint({ x: 0, y: 1 }, angle)
  const isUpright = Math.abs(axis.y) >= Math.abs(axis.x)
  const steps = new Set(points.map(({ x, y }) => (isUpright ? (y - middle.y) / axis.y : (x - middle.x) / axis.x)))
  return [...steps].map((step) => ({ x: middle.x + step * axis.x, y: middle.y + step * axis.y }))
}

export const cheapest = <T extends { cost: number }>([first, ...others]: readonly T[]): T =>
  others.reduce((best, other) => (other.cost < best.cost ? other : best), first as T)

/**
 * Returns how far a side extends beyond 0..`limit`, as a fraction of `length`. The side has the center `center` and the
 * length `length`.
 */
const overhang = (center: number, length: number, limit: number) =>
  Math.max(length / 2 - center, center + length / 2 - limit) / length
