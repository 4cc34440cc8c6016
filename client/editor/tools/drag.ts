import { transformPoint } from '#client/kit/geometry/affine.ts'
import { directionTo, distance, type Point, type Rect, rotatePoint, type Size } from '#client/kit/geometry/geometry.ts'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { normalizeDegrees } from '#client/layers/placement/placed.ts'
import { seenMap } from '#client/layers/placement/seen.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Gesture } from '#client/model/history/history.ts'
import { assignInPlace } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { type Handle, handlePoint, inBox } from '#client/render/compositor/handles.ts'
import type { Placed } from '#client/render/kind.ts'
import type { Feedback } from './feedback.ts'
import { changeGroup, type Group, moveGroup, moveInDocument, seenGroupBox } from './group.ts'
import type { Modifiers } from './heldKeys.ts'
import { snapToGuides } from './snap.ts'
import { frameOf, type Grip } from './targets.ts'

/** The effect of a drag on the layers: move, rotate, scale, resize by a handle, or rotate in 3D (orbit). */
export type DragMode = { type: 'move' | 'rotate' | 'scale' | 'orbit' } | Extract<Grip, { type: 'resize' }>

/**
 * A drag of the selected layers. Each pointer move writes the start values plus the total change, so that rounding
 * errors don't add up.
 */
export interface Drag {
  mode: DragMode
  /** Pointer position at the start of the drag, in document px. */
  from: Point
  group: Group
  /** The document at the start of the drag. */
  was: DocumentSnapshot
  /** Boxes that the group can snap to, px of the turned canvas. */
  others: readonly Rect[]
  /** Null until the pointer has moved far enough to start the drag. */
  gesture: Gesture | null
}

/** Label of the undo step by drag mode. English; translated when shown. */
export const LABELS: Record<DragMode['type'], string> = {
  move: 'Move',
  rotate: 'Rotate',
  scale: 'Resize',
  resize: 'Resize',
  orbit: 'Rotate in 3D',
}

/** The view during a drag: its zoom and the pointer's position. */
interface ViewScale {
  /** CSS px per document px. */
  zoom: number
  /** Pointer position in CSS px. */
  cursor: Point
}

/** A moved box snaps to a line within this distance, in CSS px. */
const SNAP_REACH = 6
const SNAP_DEGREES = 15
/** Degrees of 3D rotation per CSS px. Half a turn takes 360 px, about the width of a phone. */
const DEGREES_PER_CSS_PX = 0.5

/**
 * Applies a drag up to the pointer position `to` (document px). Writes the new transform of the group to the document,
 * and shows guides or a readout. Shift limits rotation to multiples of 15°, and preserves the proportions at a side
 * handle. Alt disables snapping, and resizes around the center.
 */
export function applyDrag(
  session: Session,
  drag: Drag,
  to: Point,
  keys: Modifiers,
  view: ViewScale,
  feedback: Feedback,
) {
  const { mode, from, group } = drag
  const { placed } = group
  const snapshot = snapshotOf(session)
  const { doc } = session
  const say = (text: string) => feedback.show({ readout: { at: view.cursor, text } })
  switch (mode.type) {
    case 'move': {
      const by = { x: to.x - from.x, y: to.y - from.y }
      const seen = seenMap(snapshot)
      const start = seenGroupBox(group, seen)
      const moved = transformPoint({ ...seen, e: 0, f: 0 }, by)
      const box = { ...start, x: start.x + moved.x, y: start.y + moved.y }
      const pull = keys.alt ? null : snapToGuides(box, drag.others, pictureRect(snapshot), SNAP_REACH / view.zoom)
      const snapped = moveInDocument(pull?.by ?? { x: 0, y: 0 }, seen)
      moveGroup(doc, group, { x: by.x + snapped.x, y: by.y + snapped.y }, snapshot)
      return feedback.show({ guides: pull?.guides ?? [] })
    }
    case 'rotate': {
      const turn = directionTo(placed.center, to) - directionTo(placed.center, from)
      const target = placed.rotation + turn
      const degrees = keys.shift ? Math.round(target / SNAP_DEGREES) * SNAP_DEGREES : target
      changeGroup(doc, group, { about: placed.center, degrees: degrees - placed.rotation }, snapshot)
      const [only, second] = group.members
      const layer = doc.layers[only.id]
      const shownAs = second || !layer ? normalizeDegrees(degrees) : only.transform.placed(layer, snapshot).rotation
      return say(`${Math.round(shownAs)}°`)
    }
    case 'orbit':
      return say(orbit(session, drag, to, view))
    case 'scale': {
      const factor = distance(placed.center, to) / Math.max(1, distance(placed.center, from))
      changeGroup(doc, group, { about: placed.center, factor }, snapshot)
      return say(sizeText(session, group, factor))
    }
    case 'resize': {
      const grip = handlePoint(placed, mode.handle)
      // the finger may have pressed next to the corner, so the drag's offset is added to the corner's position
      const corner = { x: grip.x + to.x - from.x, y: grip.y + to.y - from.y }
      const factor = resizeFactor(placed, mode.handle, corner, keys.alt)
      const [only, second] = group.members
      const layer = doc.layers[only.id]
      const opposite = handlePoint(placed, { x: -mode.handle.x, y: -mode.handle.y })
      if (second) changeGroup(doc, group, { about: keys.alt ? placed.center : opposite, factor }, snapshot)
      else if (layer) {
        assignInPlace(doc.layers, only.id, only.start) // Shift or Alt may have changed how the layer is resized
        if (isSide(mode.handle) && only.transform.stretchTo && !keys.shift)
          only.transform.stretchTo(layer, stretchedSide(placed, mode.handle, corner, keys.alt))
        else only.transform.scaleBy?.(layer, factor, only.start)
        // reads the layer's actual size, because its size field may have rounded or limited the value
        const [now, frame] = [only.transform.placed(layer, snapshot), frameOf(only.transform, layer, snapshot)]
        const to = anchoredCenter(placed, frame, mode.handle)
        const center = { x: now.center.x + to.x - frame.center.x, y: now.center.y + to.y - frame.center.y }
        if (!keys.alt) only.transform.moveTo(layer, center, snapshot)
      }
      return say(sizeText(session, group, factor))
    }
  }
}

/**
 * Rotates a layer in 3D. A drag to the right turns the right side away from the viewer, a drag up turns the top away.
 * Returns the readout.
 */
function orbit({ doc }: Session, { group, from }: Drag, to: Point, view: ViewScale): string {
  const [{ id, start, transform }] = group.members
  const sign = doc.crop?.isMirrored ? -1 : 1 // in a mirrored composition, the content of this layer isn't mirrored
  const layer = doc.layers[id]
  const rotation = transform?.orbit
  const first = rotation?.of(start)
  if (!layer || !rotation || !first) return ''
  const turn = DEGREES_PER_CSS_PX * view.zoom
  rotation.to(layer, { x: first.x - (to.y - from.y) * turn, y: first.y + sign * (to.x - from.x) * turn })
  const now = rotation.of(layer)
  return now ? `${Math.round(now.x)}° · ${Math.round(now.y)}°` : ''
}

/** Returns the readout for resizing: the size of a single layer, or the scale factor of several layers. */
function sizeText({ doc }: Session, { members: [only, second] }: Group, factor: number): string {
  const layer = doc.layers[only.id]
  return second || !layer ? formatPercent(factor * 100) : (only.transform.sizeText?.(layer) ?? '')
}

/**
 * Returns the scale factor of a box whose handle is dragged to `to` (document px) with a constant aspect ratio. The
 * opposite handle doesn't move. If `isFromCenter` is true, the center doesn't move instead. The factor is at least
 * 0.01.
 */
function resizeFactor(placed: Placed, handle: Handle, to: Point, isFromCenter: boolean): number {
  const reach = isFromCenter ? 0.5 : 1
  const anchor = isFromCenter ? { x: 0, y: 0 } : { x: -handle.x / 2, y: -handle.y / 2 }
  const arm = { x: handle.x * placed.size.width * reach, y: handle.y * placed.size.height * reach }
  const local = inBox(placed, to)
  const pull = { x: local.x - anchor.x * placed.size.width, y: local.y - anchor.y * placed.size.height }
  const length = arm.x * arm.x + arm.y * arm.y
  return length > 0 ? Math.max(0.01, (pull.x * arm.x + pull.y * arm.y) / length) : 1
}

/** Returns true for a handle in the middle of a side. */
const isSide = (handle: Handle): boolean => handle.x === 0 || handle.y === 0

/**
 * Returns the new width or height of a box (document px, at least 1) whose side handle is dragged to `to`. The opposite
 * side doesn't move. If `isFromCenter` is true, the center doesn't move instead.
 */
function stretchedSide(placed: Placed, handle: Handle, to: Point, isFromCenter: boolean): Partial<Size> {
  const local = inBox(placed, to)
  const length = (pull: number, side: number) => Math.max(1, isFromCenter ? 2 * pull : pull + side / 2)
  return handle.y === 0
    ? { width: length(handle.x * local.x, placed.size.width) }
    : { height: length(handle.y * local.y, placed.size.height) }
}

/** Returns the center of a resized box whose opposite handle hasn't moved, in document px. */
function anchoredCenter(before: Placed, after: Placed, handle: Handle): Point {
  const anchor = handlePoint(before, { x: -handle.x, y: -handle.y })
  const arm = rotatePoint(
    { x: (handle.x * after.size.width) / 2, y: (handle.y * after.size.height) / 2 },
    after.rotation,
  )
  return { x: anchor.x + arm.x, y: anchor.y + arm.y }
}
