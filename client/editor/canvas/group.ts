/**
 * What is selected, moved as one: each layer by its own kind's transform, so that a group can do whatever its members
 * can. Everything is written as start + change, never as an increment. Document px, degrees clockwise.
 */
import { type Point, type Rect, rotated } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { turned, union } from '../../kit/base/rect.ts'
import type { Document, DocumentSnapshot, LayerBase } from '../../model/document/document.ts'
import type { Abilities } from '../../render/compositor/Selection.tsx'
import type { Placed } from '../../render/kind.ts'
import { type AnyTransform, placedOf, type TransformTable, transformOf } from './targets.ts'

export interface Member {
  id: LayerId
  /** The layer as it was when the gesture began. */
  start: Immutable<LayerBase>
  placed: Placed
  transform: AnyTransform
}

export interface Group {
  members: readonly [Member, ...Member[]]
  /** Of one layer its own box, turned as it is; of several the upright box around them all. */
  placed: Placed
}

/** Null when none of the layers can be moved on the canvas. */
export function groupOf(doc: DocumentSnapshot, kinds: TransformTable, ids: readonly LayerId[]): Group | null {
  const [first, ...rest] = ids.flatMap((id): Member[] => {
    const start = doc.layers[id]
    const transform = start && transformOf(kinds, start.kind)
    const placed = placedOf(doc, kinds, id)
    return transform && placed ? [{ id, start, placed, transform }] : []
  })
  if (!first) return null
  const members: Group['members'] = [first, ...rest]
  if (rest.length === 0) return { members, placed: first.placed }
  const { x, y, width, height } = members.map(({ placed }) => uprightBox(placed)).reduce(union)
  const center = { x: x + width / 2, y: y + height / 2 }
  return { members, placed: { center, size: { width, height }, rotation: 0 } }
}

/** What the handles can do to it: to a group whatever they can to any of it, to its places at least. */
export function abilitiesOf({ members }: Group): Abilities {
  const [{ start, transform }, ...rest] = members
  const isMany = rest.length > 0
  return {
    resize: isMany || transform.scaleBy !== undefined,
    rotate: isMany || transform.rotateTo !== undefined,
    orbit: !isMany && (transform.orbitOf?.(start) ?? null) !== null,
  }
}

/** The upright rectangle around a turned box. */
export function uprightBox({ center, size, rotation }: Placed): Rect {
  const box = turned({ x: -size.width / 2, y: -size.height / 2, ...size }, rotation)
  return { ...box, x: center.x + box.x, y: center.y + box.y }
}

export function moveGroup(doc: Document, group: Group, by: Point, shown: DocumentSnapshot): void {
  for (const { id, placed, transform } of group.members) {
    const layer = doc.layers[id]
    if (layer) transform.moveTo(layer, { x: placed.center.x + by.x, y: placed.center.y + by.y }, shown)
  }
}

interface Change {
  /** What stays where it is. */
  about: Point
  /** Absent = nothing is resized. */
  factor?: number
  /** Absent = nothing is turned. */
  degrees?: number
}

/** Resized and turned about a point; a layer that cannot be either keeps its place in the group all the same. */
export function changeGroup(doc: Document, group: Group, change: Change, shown: DocumentSnapshot): void {
  const { about, factor, degrees } = change
  for (const { id, start, placed, transform } of group.members) {
    const layer = doc.layers[id]
    if (!layer) continue
    if (factor !== undefined) transform.scaleBy?.(layer, factor, start)
    if (degrees !== undefined) transform.rotateTo?.(layer, placed.rotation + degrees)
    const { center } = placed
    if (center.x === about.x && center.y === about.y) continue
    const arm = rotated({ x: center.x - about.x, y: center.y - about.y }, degrees ?? 0)
    const reach = factor ?? 1
    transform.moveTo(layer, { x: about.x + arm.x * reach, y: about.y + arm.y * reach }, shown)
  }
}
