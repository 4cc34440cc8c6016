/** Finds places for new layers. Each function must be called within an undo step. */
import { middleOf } from '#client/kit/geometry/geometry.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, uprightRotation } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { isAlmostHidden, leastHiddenCenter } from './occlusion/occlusion.ts'
import { kindOf } from './registry.ts'
import { boxesOfOthers, headBox } from './subjectBox.ts'

/** Offset of a copy from its original, as a fraction of the canvas's shorter side. */
export const COPY_OFFSET = 0.03
/** Maximum number of offsets that are tried. After that, a new layer may cover another layer. */
const MAX_OFFSETS = 12

/**
 * Centers a new layer in the cropped image and aligns it upright. Does nothing if there is no crop, or if the layer's
 * place is fixed.
 */
export function placeInPicture(session: Session, id: LayerId): void {
  const snapshot = snapshotOf(session)
  const proxy = session.doc.layers[id]
  const kind = proxy && kindOf(proxy.kind)
  if (!proxy || !snapshot.crop || kind?.slot !== 'placed') return
  kind.transform?.moveTo(proxy, middleOf(pictureInDocument(snapshot)), snapshot)
  kind.transform?.rotateTo?.(proxy, uprightRotation(snapshot, kind.staysReadable === true))
}

/** Offsets a layer until no other visible layer of its kind has the same center, at most `MAX_OFFSETS` times. */
export function moveAside(session: Session, id: LayerId): void {
  const snapshot = snapshotOf(session)
  const [layer, proxy] = [snapshot.layers[id], session.doc.layers[id]]
  const transform = layer && kindOf(layer.kind).transform
  if (!layer || !proxy || !transform || !snapshot.photo) return
  const { center } = transform.placed(layer, snapshot)
  const taken = Object.values(snapshot.layers)
    .filter((other) => other.id !== id && other.kind === layer.kind && !other.isHidden)
    .map((other) => transform.placed(other, snapshot).center)
  const { width, height } = canvasSize(snapshot)
  const step = COPY_OFFSET * Math.min(width, height)
  let steps = 0
  const isTaken = () =>
    taken.some((at) => Math.hypot(at.x - center.x - steps * step, at.y - center.y - steps * step) < step / 2)
  while (steps < MAX_OFFSETS && isTaken()) steps++
  if (steps > 0) transform.moveTo(proxy, { x: center.x + steps * step, y: center.y + steps * step }, snapshot)
}

/** Moves a layer to the nearest free place next to the subject's head. Does nothing if there is no subject. */
export function moveBesideHead(session: Session, id: LayerId): void {
  const snapshot = snapshotOf(session)
  const [layer, proxy] = [snapshot.layers[id], session.doc.layers[id]]
  const transform = layer && kindOf(layer.kind).transform
  const [matte, head] = [matteOf(snapshot, session.assets), headBox(snapshot)]
  if (!proxy || !transform || !matte || !head) return
  const start = { ...transform.placed(layer, snapshot), center: middleOf(head) }
  const others = boxesOfOthers(snapshot, [id])
  transform.moveTo(proxy, leastHiddenCenter({ placement: 'background' }, start, snapshot, matte, others), snapshot)
}

/** If the subject hides almost all of a layer, moves the layer to a position where most of it is visible. */
export function moveFromBehind(session: Session, id: LayerId): void {
  const snapshot = snapshotOf(session)
  const [layer, proxy] = [snapshot.layers[id], session.doc.layers[id]]
  const kind = layer && kindOf(layer.kind)
  const matte = matteOf(snapshot, session.assets)
  if (!kind || !proxy || !matte || !isAlmostHidden(layer, kind, snapshot, matte)) return
  const { transform } = kind
  transform?.moveTo(proxy, leastHiddenCenter(layer, transform.placed(layer, snapshot), snapshot, matte), snapshot)
}
