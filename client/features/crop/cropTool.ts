/**
 * The tool of the Crop panel. A drag inside the frame moves the frame. A drag at an edge or corner resizes the frame.
 * Arrow keys move the frame, and + and − scale it. Enter closes the panel. Escape closes the panel and restores the
 * previous crop.
 */

import { ARROWS } from '#client/editor/tools/keyboardPen.ts'
import { TOLERANCE } from '#client/editor/tools/targets.ts'
import type { Tool, ToolContext, ToolEntry } from '#client/editor/tools/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { Crop } from '#client/model/document/crop.ts'
import { type FrameHandle, moveCrop, resizeCrop } from '#client/model/document/cropEdits.ts'
import type { Gesture } from '#client/model/history/history.ts'
import { cursorOf, frameHandleAt, frameOnScreen } from './cropOverlay.ts'
import { closeCrop } from './cropState.ts'
import { cancelCrop, currentCrop, frameSizeText, moveFrame, scaleFrame, writeCrop } from './editCrop.ts'

export const CROP: ToolEntry = { create: createCropTool }

/** The key + enlarges the frame by this factor. */
const SCALE_STEP = 1.05
/** Distance that an arrow key moves the frame, without and with Shift, in px of the turned canvas. */
const STEPS = { normal: 1, shifted: 10 }

interface Dragging {
  grip: FrameHandle
  /** Position of the pointer when the drag started, in CSS px. */
  from: Point
  start: Crop
  /** null until the pointer moves */
  gesture: Gesture | null
}

function createCropTool({ session, viewport, feedback }: ToolContext): Tool {
  let drag: Dragging | null = null

  const gripFor = (at: Point, isTouch: boolean) =>
    frameHandleAt(
      frameOnScreen(viewport.get(), currentCrop(session)),
      at,
      TOLERANCE[isTouch ? 'coarse' : 'fine'].handle,
    )

  function end(act: (gesture: Gesture) => void) {
    if (drag?.gesture) act(drag.gesture)
    drag = null
    feedback.clear()
  }

  return {
    down({ at, type }) {
      const grip = gripFor(at, type === 'touch')
      if (grip) drag = { grip, from: at, start: currentCrop(session), gesture: null }
      return grip !== null
    },
    move({ at }) {
      if (!drag) return
      const { grip, from, start } = drag
      const { zoom } = viewport.get()
      const isMove = grip.x === 0 && grip.y === 0
      drag.gesture ??= session.history.begin(isMove ? t('Move frame') : t('Resize frame'))
      if (!drag.gesture.isOpen) return
      const by = { x: (at.x - from.x) / zoom, y: (at.y - from.y) / zoom }
      const canvas = canvasSize(session.doc)
      const next = isMove ? moveCrop(start, by, canvas) : resizeCrop(start, grip, by, canvas)
      writeCrop(session, next)
      feedback.show({ readout: { at, text: frameSizeText(next) } })
    },
    up: () => end((gesture) => gesture.commit()),
    cancel: () => end((gesture) => gesture.cancel()),
    key(name, isShifted) {
      const arrow = ARROWS[name]
      const step = isShifted ? STEPS.shifted : STEPS.normal
      if (arrow) moveFrame(session, { x: step * arrow.x, y: step * arrow.y })
      else if (name === '+' || name === '=') scaleFrame(session, SCALE_STEP)
      else if (name === '-') scaleFrame(session, 1 / SCALE_STEP)
      else if (name === 'Enter') closeCrop(session)
      else if (name === 'Escape') cancelCrop(session)
      else return false
      return true
    },
    cursor: (at) => cursorOf(drag?.grip ?? gripFor(at, false)),
  }
}
