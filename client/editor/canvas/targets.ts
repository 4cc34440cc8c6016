/** What the pointer can grab: the handles of the selected layer, and the layers themselves. Pure. */

import type { Point } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import type { AssetStore } from '../../model/assets/store.ts'
import type { DocumentSnapshot, LayerBase } from '../../model/document/document.ts'
import {
  distanceToBox,
  HANDLES,
  type Handle,
  handlePoint,
  orbitHandlePoint,
  rotateHandlePoint,
} from '../../render/compositor/handles.ts'
import type { Abilities } from '../../render/compositor/Selection.tsx'
import type { LayerTransform, Placed } from '../../render/kind.ts'
import { paintOrder, type SlotTable } from '../../render/stackOrder.ts'

export type AnyTransform = LayerTransform<LayerBase>
/** The registry, as far as the tools need it: each kind's own transform knows its own layer. */
export type TransformTable = SlotTable & Readonly<Record<string, { transform?: LayerTransform<never> }>>

export const transformOf = (kinds: TransformTable, kind: string): AnyTransform | null =>
  (kinds[kind]?.transform as AnyTransform | undefined) ?? null

/** How close a pointer must come, CSS px (spec §9; coarse pointers: decisions). */
export const TOLERANCE = { fine: { select: 10, handle: 12 }, coarse: { select: 22, handle: 22 } } as const

export type Grip = { type: 'resize'; handle: Handle } | { type: 'rotate' } | { type: 'orbit' }

/** Where a layer stands; null for what cannot be moved on the canvas, or not now: locked, or seen by nobody. */
export function placedOf(doc: DocumentSnapshot, kinds: TransformTable, id: LayerId | null): Placed | null {
  const layer = id ? doc.layers[id] : undefined
  const transform = layer && transformOf(kinds, layer.kind)
  if (layer?.isLocked || layer?.isHidden) return null
  return layer && transform && !transform.isFixed?.(layer, doc) ? transform.placed(layer, doc) : null
}

/** The grip under the pointer, the nearest first; `tolerance` in CSS px, `zoom` = CSS px per document px. */
export function gripAt(placed: Placed, at: Point, zoom: number, tolerance: number, can: Abilities): Grip | null {
  const candidates: { grip: Grip; point: Point }[] = [
    ...(can.rotate ? [{ grip: { type: 'rotate' as const }, point: rotateHandlePoint(placed, zoom) }] : []),
    ...(can.orbit ? [{ grip: { type: 'orbit' as const }, point: orbitHandlePoint(placed, zoom) }] : []),
    ...(can.resize ? HANDLES : []).map((handle) => ({
      grip: { type: 'resize' as const, handle },
      point: handlePoint(placed, handle),
    })),
  ]
  const near = candidates
    .map(({ grip, point }) => ({ grip, distance: Math.hypot(point.x - at.x, point.y - at.y) * zoom }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.grip ?? null
}

interface Pickable {
  kinds: TransformTable
  assets: AssetStore
}

/**
 * The layers under the pointer, the frontmost first. Where some are hit squarely, those that are only near do not count.
 * `tolerance` in CSS px, `zoom` = CSS px per document px.
 */
export function layersAt(
  doc: DocumentSnapshot,
  pickable: Pickable,
  at: Point,
  zoom: number,
  tolerance: number,
): LayerId[] {
  const hits = paintOrder(doc, pickable.kinds)
    .reverse()
    .map((id) => ({ id, distance: distanceTo(doc, pickable, id, at) * zoom }))
    .filter(({ distance }) => distance <= tolerance)
  const square = hits.filter(({ distance }) => distance === 0)
  return (square.length > 0 ? square : hits).map(({ id }) => id)
}

/** What can be selected on the canvas, back to front. */
export const movable = (doc: DocumentSnapshot, kinds: TransformTable): LayerId[] =>
  paintOrder(doc, kinds).filter((id) => placedOf(doc, kinds, id) !== null)

/** From the point to the layer as its kind sees it, document px; infinite for what cannot be selected on the canvas. */
function distanceTo(doc: DocumentSnapshot, { kinds, assets }: Pickable, id: LayerId, at: Point): number {
  const layer = doc.layers[id]
  const placed = placedOf(doc, kinds, id)
  if (!layer || !placed) return Number.POSITIVE_INFINITY
  return transformOf(kinds, layer.kind)?.hit?.(layer, at, doc, assets) ?? distanceToBox(placed, at)
}
