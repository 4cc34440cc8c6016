import { directionTo, distance, type Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { normalizeDegrees } from '#client/layers/placement/placed.ts'
import { weaveMoved } from '#client/layers/text/hiddenText.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { panBy, zoomAt } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { changeGroup, groupOf } from './group.ts'
import type { ToolContext } from './tool.ts'

/** A gesture with two fingers. Positions are CSS px. */
export interface Pinch {
  move(a: Point, b: Point): void
  end(): void
  cancel(): void
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const span = (a: Point, b: Point) => Math.max(1, distance(a, b))

/**
 * Starts a gesture with two fingers at `a` and `b` (CSS px). If the selection can be resized, spreading the fingers
 * scales it and twisting rotates it. Otherwise, or if `isOfView` is true, the gesture zooms and pans the view.
 */
export function startPinch(context: ToolContext, a: Point, b: Point, isOfView: boolean): Pinch {
  const { session, viewport, kinds } = context
  const doc = snapshotOf(session)
  const group = isOfView ? null : groupOf(doc, kinds, changeableSelection(session.ui))
  if (group?.members.some(({ transform }) => transform.scaleBy)) {
    const gesture = session.history.begin(t('Resize'))
    const about = group.placed.center
    const sign = doc.crop?.isMirrored ? -1 : 1 // the screen shows the document's rotations mirrored
    return {
      move(c, d) {
        if (!gesture.isOpen) return
        const degrees = sign * unlocked(directionTo(c, d) - directionTo(a, b))
        changeGroup(session.doc, group, { about, factor: span(c, d) / span(a, b), degrees }, doc)
      },
      end() {
        if (gesture.isOpen) weaveMoved(session, doc)
        gesture.commit()
      },
      cancel: () => gesture.cancel(),
    }
  }
  const { fitted } = previewFrame(session)
  const start = viewport.get()
  return {
    move(c, d) {
      const [from, to] = [middle(a, b), middle(c, d)]
      const zoomed = zoomAt(start, from, (start.zoom * span(c, d)) / span(a, b), fitted)
      viewport.show(panBy(zoomed, { x: to.x - from.x, y: to.y - from.y }, fitted))
    },
    end() {},
    cancel: () => viewport.set(start),
  }
}

/** Rotations up to this angle (degrees) are ignored, because the angle between two fingers is never constant. */
const LOCK_DEGREES = 8

/** Returns the part of a rotation that exceeds LOCK_DEGREES, in degrees. 0 if the rotation is smaller. */
function unlocked(degrees: number): number {
  const twist = normalizeDegrees(degrees)
  return Math.abs(twist) <= LOCK_DEGREES ? 0 : twist - Math.sign(twist) * LOCK_DEGREES
}
