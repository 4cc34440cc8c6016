/**
 * The brush of the Edit mask tool. It erases or restores parts of a mask, or marks more background to be filled. Alt
 * swaps erasing and restoring. Each stroke is one undo step. Arrow keys move the brush, Enter starts and ends a stroke,
 * and [ and ] change the brush's size.
 */

import { createKeyPen } from '#client/editor/tools/keyboardPen.ts'
import type { Tool, ToolContext, ToolEntry } from '#client/editor/tools/tool.ts'
import { distance, type Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { type List, listOf } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Gesture } from '#client/model/history/history.ts'
import type { Session } from '#client/model/session/session.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import { subjectState } from '../subjectState.ts'
import { type EditedMask, editedMask } from './editedMask.ts'

export const MASK_BRUSH: ToolEntry = { create: createMaskBrush }

const { size: sizeField } = maskEditFields.strokes.fields

/**
 * Minimum distance between two points of a stroke. `css`: limit in CSS px. `share`: limit as a fraction of the brush's
 * size.
 */
const GAP = { css: 1, share: 1 / 16 }
const SIZE_STEP = 1.15

function createMaskBrush({ session, viewport, feedback }: ToolContext): Tool {
  const { ui } = session
  let stroking: ReturnType<typeof startMaskStroke | typeof startFillStroke> | null = null
  const state = subjectState(session)

  function start(isOther: boolean): boolean {
    const { object, fill: ownFill } = editedMask(session)
    const hasMask = session.doc.separation !== null || object !== null
    if (!hasMask || ui.busy !== null) return false
    const fill = state.mode === 'fill' ? ownFill : null
    stroking = fill ? startFillStroke(session, fill) : startMaskStroke(session, isOther)
    return true
  }
  const to = (at: Point) => {
    const view = viewport.get()
    stroking?.to(toDocument(view, at), GAP.css / view.zoom)
  }
  function end() {
    stroking?.gesture.commit()
    stroking = null
  }
  function cancel() {
    stroking?.gesture.cancel()
    stroking = null
    feedback.clear()
  }
  function show(at: Point | null) {
    if (at) feedback.show({ ring: { at, diameter: state.size * viewport.get().zoom } })
    else feedback.clear()
  }
  const putAway = () => {
    ui.panel = null
  }
  const isDown = () => stroking !== null
  const pressKey = createKeyPen({ viewport }, { show, start: () => start(false), to, end, cancel, isDown, putAway })

  return {
    down({ at, keys }) {
      if (!start(keys.alt)) return false
      to(at)
      show(at)
      return true
    },
    move({ at, samples }) {
      for (const sample of samples) to(sample.at)
      show(at)
    },
    up: end,
    cancel,
    hover: show,
    key(name, isShifted) {
      if (name !== '[' && name !== ']') return pressKey(name, isShifted)
      const wanted = name === ']' ? state.size * SIZE_STEP : state.size / SIZE_STEP
      state.size = Math.round(clamp(wanted, sizeField.min, sizeField.max))
      return true
    },
    cursor: () => 'crosshair',
  }
}

/** Starts a stroke that marks more background to be filled. */
function startFillStroke(session: Session, fill: NonNullable<EditedMask['fill']>) {
  const gesture = session.history.begin(t('Extend fill area'))
  return new BrushStroke(gesture, fill, { size: subjectState(session).size }, fillField.fields.strokes)
}

/** Starts a stroke on the mask. If `isOther` is true, erasing and restoring are swapped. */
function startMaskStroke(session: Session, isOther: boolean) {
  const { mode, size, hardness, isSnapping } = subjectState(session)
  const { mend } = editedMask(session)
  const isErasing = (mode !== 'restore') !== isOther
  const gesture = session.history.begin(isErasing ? t('Erase from mask') : t('Restore mask'))
  // Strokes are applied before the mask is inverted. In an inverted mask, erasing and restoring are therefore swapped.
  const stored = isErasing !== mend.invert ? ('erase' as const) : ('restore' as const)
  return new BrushStroke(gesture, mend, { mode: stored, size, hardness, isSnapping }, maskEditFields.strokes)
}

type Stroke<L> = Readonly<L & { points: List<Point> }>

/** One stroke of the brush, from pointer down to pointer up. */
class BrushStroke<L extends { size: number }> {
  readonly gesture: Gesture
  private readonly target: { strokes: List<Stroke<L>> }
  private readonly look: L
  private readonly limits: { maxLength: number; fields: { points: { maxLength: number } } }
  private last: Point | null = null

  /**
   * Appends strokes to `target.strokes`. `look`: the fields of a stroke except its points. `limits`: maximum list
   * lengths.
   */
  constructor(gesture: Gesture, target: BrushStroke<L>['target'], look: L, limits: BrushStroke<L>['limits']) {
    this.gesture = gesture
    this.target = target
    this.look = look
    this.limits = limits
  }

  /** Adds a point (photo px), unless its distance to the last point is below `gap`. */
  to(at: Point, gap: number): void {
    const { last, look, target, limits } = this
    if (!this.gesture.isOpen || (last && distance(last, at) < Math.max(gap, look.size * GAP.share))) return
    const point = { x: roundToTenths(at.x), y: roundToTenths(at.y) }
    const { strokes } = target
    const stroke = last && strokes.at(-1)
    const isContinued = stroke && stroke.points.length < limits.fields.points.maxLength
    if (!isContinued && strokes.length >= limits.maxLength) return
    target.strokes = listOf(
      isContinued
        ? strokes.with(-1, { ...stroke, points: listOf([...stroke.points, point]) })
        : [...strokes, { ...look, points: listOf(last ? [last, point] : [point]) }],
    )
    this.last = point
  }
}

const roundToTenths = (px: number) => Math.round(px * 10) / 10
