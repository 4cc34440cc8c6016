import { type Affine, IDENTITY, invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { middleOf, type Point, type Rect, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { union } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { seenBox } from '#client/layers/placement/seen.ts'
import type { Document, DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { handlesOf, orbitHandle, resizeHandlePoint, rotateHandle } from '#client/render/compositor/handles.ts'
import type { Abilities } from '#client/render/compositor/Selection.tsx'
import type { View } from '#client/render/compositor/viewport.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'
import { type AnyTransform, frameOf, placedOf, type TOLERANCE, type TransformTable, transformOf } from './targets.ts'

export interface Member {
  id: LayerId
  /** The layer when the gesture started. */
  start: Immutable<LayerBase>
  placed: Placed
  /** The box that is displayed as the selection frame (`frameOf`). */
  frame: Placed
  transform: AnyTransform
}

/**
 * The selected layers, which are transformed together. Each layer uses its kind's transform. Lengths are document px,
 * angles are degrees clockwise.
 */
export interface Group {
  members: readonly [Member, ...Member[]]
  /** For one layer, the rotated box of its frame. For several layers, the axis-aligned box that contains all frames. */
  placed: Placed
}

/** Returns the group of the given layers. Excludes layers that can't be moved. Null if no layer can be moved. */
export function groupOf(doc: DocumentSnapshot, kinds: TransformTable, ids: readonly LayerId[]): Group | null {
  const [first, ...rest] = ids.flatMap((id): Member[] => {
    const start = doc.layers[id]
    const transform = start && transformOf(kinds, start.kind)
    const placed = placedOf(doc, kinds, id)
    return transform && placed ? [{ id, start, placed, frame: frameOf(transform, start, doc), transform }] : []
  })
  if (!first) return null
  const members: Group['members'] = [first, ...rest]
  if (rest.length === 0) return { members, placed: first.frame }
  const box = members.map(({ frame }) => uprightBox(frame)).reduce(union)
  return { members, placed: { center: middleOf(box), size: { width: box.width, height: box.height }, rotation: 0 } }
}

/**
 * Returns which handles the group has: for resizing, rotating, and rotating in 3D (`orbit`). Several layers can always
 * be resized and rotated, because at least their positions change. Several layers can't be rotated in 3D.
 */
export function abilitiesOf({ members }: Group): Abilities {
  const [{ start, transform }, ...rest] = members
  const isMany = rest.length > 0
  return {
    resize: isMany || transform.scaleBy !== undefined,
    rotate: isMany || transform.rotateTo !== undefined,
    orbit: !isMany && (transform.orbit?.of(start) ?? null) !== null,
  }
}

/** Returns the displayed bounding box of all members, in px of the turned canvas. */
export const seenGroupBox = ({ members }: Group, seen: Affine): Rect =>
  members.map(({ frame }) => seenBox(frame, seen)).reduce(union)

/** Converts an offset from px of the turned canvas to document px. */
export const moveInDocument = (by: Point, seen: Affine): Point =>
  seen === IDENTITY ? by : transformPoint(invert({ ...seen, e: 0, f: 0 }), by)

/** Moves the group to its start position plus `by` (document px). */
export function moveGroup(doc: Document, group: Group, by: Point, shown: DocumentSnapshot): void {
  for (const { id, placed, transform } of group.members) {
    const layer = doc.layers[id]
    if (layer) transform.moveTo(layer, { x: placed.center.x + by.x, y: placed.center.y + by.y }, shown)
  }
}

interface Change {
  /** The point that doesn't move in document px. */
  about: Point
  /** Scale factor. By default 1. */
  factor?: number
  /** Rotation in degrees clockwise. By default 0. */
  degrees?: number
}

/**
 * Scales and rotates the group around a point, relative to its state at the start of the gesture. A layer that can't be
 * scaled or rotated only moves.
 */
export function changeGroup(doc: Document, group: Group, change: Change, shown: DocumentSnapshot): void {
  const { about, factor, degrees } = change
  for (const { id, start, placed, transform } of group.members) {
    const layer = doc.layers[id]
    if (!layer) continue
    if (factor !== undefined) transform.scaleBy?.(layer, factor, start)
    const sign = transform.rotationSign?.(shown) ?? 1
    if (degrees !== undefined) transform.rotateTo?.(layer, sign * (placed.rotation + degrees))
    const { center } = placed
    if (center.x === about.x && center.y === about.y) continue
    const arm = rotatePoint({ x: center.x - about.x, y: center.y - about.y }, degrees ?? 0)
    const reach = factor ?? 1
    transform.moveTo(layer, { x: about.x + arm.x * reach, y: about.y + arm.y * reach }, shown)
  }
}

/** Returns the positions of the selection frame's handles, in document px. */
export function gripsOf(group: Group, view: View, pointer: keyof typeof TOLERANCE): Point[] {
  const { placed } = group
  const { zoom } = view
  const { resize, rotate, orbit } = abilitiesOf(group)
  return [
    ...(resize
      ? handlesOf(placed, zoom, pointer).map((handle) => resizeHandlePoint(placed, handle, view, pointer))
      : []),
    ...(rotate ? [rotateHandle(placed, view).at] : []),
    ...(orbit ? [orbitHandle(placed, view).at] : []),
  ]
}
