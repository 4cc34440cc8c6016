import { distance, type Point } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import {
  distanceToBox,
  type Handle,
  handlesOf,
  orbitHandle,
  resizeHandlePoint,
  rotateHandle,
} from '#client/render/compositor/handles.ts'
import type { Abilities } from '#client/render/compositor/Selection.tsx'
import type { View } from '#client/render/compositor/viewport.ts'
import type { LayerTransform, Placed } from '#client/render/kind.ts'
import { paintOrder, type SlotTable } from '#client/render/stackOrder.ts'

/** Functions that move, resize and rotate layers of any kind on the canvas (see `LayerTransform`). */
export type AnyTransform = LayerTransform<LayerBase> & {
  /**
   * Factor that converts a displayed rotation to the stored rotation, both clockwise. It is −1 for a layer whose
   * content stays readable in a mirrored composition, because its rotation is stored mirrored. By default 1.
   */
  rotationSign?(doc: DocumentSnapshot): 1 | -1
}
/**
 * Transforms of the layer kinds, and their positions in the stack. Each transform accepts only layers of its own kind.
 */
export type TransformTable = SlotTable &
  Readonly<
    Record<
      string,
      {
        transform?: LayerTransform<never>
        staysReadable?: true
        isInFront?(layer: never, doc: DocumentSnapshot): (at: Point) => boolean
      }
    >
  >

/** Returns the transform of a kind, or null if the user can't move its layers on the canvas. */
export function transformOf(kinds: TransformTable, kind: string): AnyTransform | null {
  const { transform, staysReadable } = kinds[kind] ?? {}
  if (!transform) return null
  return staysReadable ? readableTransform(transform as AnyTransform) : (transform as AnyTransform)
}

/**
 * Returns a transform for layers with content that stays readable. In a mirrored composition, `ReadableNode` mirrors
 * their content back around its own vertical axis, so their box rotates in the opposite direction.
 */
const readableTransform = memoOn((own: AnyTransform): AnyTransform => {
  const { hit } = own
  const made: AnyTransform = {
    ...own,
    rotationSign: (doc) => (doc.crop?.isMirrored ? -1 : 1),
    placed(layer, doc) {
      const placed = own.placed(layer, doc)
      return doc.crop?.isMirrored ? { ...placed, rotation: 0 - placed.rotation } : placed
    },
  }
  for (const name of ['visible', 'frame'] as const) {
    const boxOf = own[name]
    if (boxOf)
      made[name] = (layer, doc) => {
        const [{ center }, box] = [own.placed(layer, doc), boxOf(layer, doc)]
        if (!box || !doc.crop?.isMirrored) return box
        return { ...box, center: { ...box.center, x: 2 * center.x - box.center.x }, rotation: 0 - box.rotation }
      }
  }
  if (hit)
    made.hit = (layer, at, doc, assets) => {
      const { center } = own.placed(layer, doc)
      return hit(layer, doc.crop?.isMirrored ? { x: 2 * center.x - at.x, y: at.y } : at, doc, assets)
    }
  return made
})

/**
 * Returns the box of a layer's selection frame in document px. For a text layer, the frame surrounds the letters as
 * they are painted, even in 3D.
 */
export const frameOf = (transform: AnyTransform, layer: Immutable<LayerBase>, doc: DocumentSnapshot): Placed =>
  transform.frame?.(layer, doc) ?? transform.placed(layer, doc)

/** The user can select a layer or grab a handle within this distance from the pointer, in CSS px. */
export const TOLERANCE = { fine: { select: 10, handle: 12 }, coarse: { select: 22, handle: 22 } } as const

/** A part of the selection frame that the user can drag. */
export type Grip = { type: 'resize'; handle: Handle } | { type: 'rotate' } | { type: 'orbit' }

/**
 * Returns the position of a layer in document px. Null if the user can't move the layer on the canvas because of its
 * kind, or because it is locked or hidden.
 */
export function placedOf(doc: DocumentSnapshot, kinds: TransformTable, id: LayerId | null): Placed | null {
  const layer = id ? doc.layers[id] : undefined
  const transform = layer && transformOf(kinds, layer.kind)
  if (layer?.isLocked || layer?.isHidden) return null
  return layer && transform && !transform.isFixed?.(layer, doc) ? transform.placed(layer, doc) : null
}

/**
 * Returns the handle nearest to the pointer, or null if all are too far. `at`: document px. `can`: the handles that
 * exist. A finger inside a small box doesn't grab a handle, because otherwise the user could not move the box.
 */
export function gripAt(
  placed: Placed,
  at: Point,
  view: View,
  pointer: keyof typeof TOLERANCE,
  can: Abilities,
): Grip | null {
  const { zoom } = view
  const tolerance = TOLERANCE[pointer].handle
  const isSmall = Math.min(placed.size.width, placed.size.height) * zoom < 2 * tolerance
  if (pointer === 'coarse' && isSmall && distanceToBox(placed, at) === 0) return null
  const candidates: { grip: Grip; point: Point }[] = [
    ...(can.rotate ? [{ grip: { type: 'rotate' as const }, point: rotateHandle(placed, view).at }] : []),
    ...(can.orbit ? [{ grip: { type: 'orbit' as const }, point: orbitHandle(placed, view).at }] : []),
    ...(can.resize ? handlesOf(placed, zoom, pointer) : []).map((handle) => ({
      grip: { type: 'resize' as const, handle },
      point: resizeHandlePoint(placed, handle, view, pointer),
    })),
  ]
  const near = candidates
    .map(({ grip, point }) => ({ grip, distance: distance(point, at) * zoom }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.grip ?? null
}

/** Returns the CSS cursor for resizing at a handle of a rotated box. `rotation`: degrees clockwise. */
export function resizeCursor(handle: Handle, rotation: number): string {
  const angle = (Math.atan2(handle.y, handle.x) * 180) / Math.PI + rotation
  const eighth = ((Math.round(angle / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'default'
}

interface Pickable {
  kinds: TransformTable
  assets: AssetStore
}

/**
 * Returns the layers under the pointer, the frontmost first. If the pointer is exactly on a layer, excludes layers that
 * are only within the tolerance. `at`: document px. `tolerance`: CSS px. `zoom`: CSS px per document px.
 */
export function layersAt(
  doc: DocumentSnapshot,
  pickable: Pickable,
  at: Point,
  zoom: number,
  tolerance: number,
): LayerId[] {
  const hits = movableLayers(doc, pickable.kinds)
    .map((id) => ({ id, distance: hitDistance(doc, pickable, id, at) * zoom }))
    .filter(({ distance }) => distance <= tolerance)
  const square = hits.filter(({ distance }) => distance === 0)
  const ids = (square.length > 0 ? square : hits).map(({ id }) => id)
  const layers = Object.fromEntries(ids.map((id) => [id, atPoint(doc, pickable.kinds, id, at)]))
  return paintOrder({ ...doc, layers, order: doc.order.filter((id) => ids.includes(id)) }, pickable.kinds).reverse()
}

/**
 * Returns the layer with the placement that its part at a position has. In a text layer, single letters may be in front
 * of the subject.
 */
function atPoint(doc: DocumentSnapshot, kinds: TransformTable, id: LayerId, at: Point) {
  const layer = doc.layers[id] as Immutable<LayerBase> // safe cast: the caller has found this layer in the document
  const isBehind = layer.placement === 'background'
  const isFront = isBehind && kinds[layer.kind]?.isInFront?.(layer as never, doc)(at) === true
  return isFront ? { ...layer, placement: 'foreground' as const } : layer
}

/** Returns the layers that the user can select on the canvas, back to front. */
export const movableLayers = (doc: DocumentSnapshot, kinds: TransformTable): LayerId[] =>
  paintOrder(doc, kinds).filter((id) => placedOf(doc, kinds, id) !== null)

/**
 * Returns the distance from a position to a layer in document px, as measured by its kind. Returns 0 if the layer
 * doesn't exist or its kind has no transform.
 */
export function hitDistance(doc: DocumentSnapshot, { kinds, assets }: Pickable, id: LayerId, at: Point): number {
  const layer = doc.layers[id]
  const transform = layer && transformOf(kinds, layer.kind)
  if (!transform) return 0
  return transform.hit?.(layer, at, doc, assets) ?? distanceToBox(frameOf(transform, layer, doc), at)
}
