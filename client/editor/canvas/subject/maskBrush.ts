/**
 * The brush of Edit mask. It erases parts of the mask of the subject or of a lifted object, restores them, or marks
 * more background to fill. Alt swaps erasing and restoring. Each stroke is one undo step. The arrow keys move the
 * brush, Enter starts and ends a stroke, and the brackets change the size.
 */
import type { Point } from '#client/kit/base/geometry.ts'
import { listOf } from '#client/kit/base/immutable.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { type MaskEdits, maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Gesture } from '#client/model/history/history.ts'
import type { Session } from '#client/model/session/session.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import { createKeyPen } from '../keyboardPen.ts'
import type { Tool, ToolContext, ToolEntry } from '../tool.ts'
import { type EditedMask, editedMask } from './editedMask.ts'

/** The brush of the Edit mask tab. */
export const MASK_BRUSH: ToolEntry = { create: createMaskBrush }

const maxStrokes = maskEditFields.strokes.maxLength
const { size: sizeField, points: pointsField } = maskEditFields.strokes.fields
const fillPoints = fillField.fields.strokes.fields.points
type Fill = NonNullable<EditedMask['fill']>

/** Minimum distance between two points of a stroke: in CSS px, and as a share of the brush's size. */
const GAP = { css: 1, share: 1 / 16 }
const SIZE_STEP = 1.15

function createMaskBrush({ session, viewport, feedback }: ToolContext): Tool {
  const { ui } = session
  let stroking: MaskStroke | FillStroke | null = null
  const size = () => ui.subject.size

  function start(isOther: boolean): boolean {
    if (!session.doc.separation || ui.busy !== null) return false
    const fill = ui.subject.mode === 'fill' ? editedMask(session).fill : null
    stroking = fill ? new FillStroke(session, fill) : new MaskStroke(session, isOther)
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
    if (at) feedback.show({ ring: { at, diameter: size() * viewport.get().zoom } })
    else feedback.clear()
  }
  const pen = createKeyPen(
    { viewport },
    {
      show,
      start: () => start(false),
      to,
      end,
      cancel,
      isDown: () => stroking !== null,
      putAway() {
        ui.tab = null
      },
    },
  )

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
      if (name !== '[' && name !== ']') return pen.key(name, isShifted)
      const wanted = name === ']' ? size() * SIZE_STEP : size() / SIZE_STEP
      ui.subject.size = Math.round(Math.min(sizeField.max, Math.max(sizeField.min, wanted)))
      return true
    },
    cursor: () => 'crosshair',
  }
}

/** One stroke that marks more area to fill, between pointer down and pointer up. */
class FillStroke {
  readonly gesture: Gesture
  private readonly fill: Fill
  private readonly size: number
  private last: Point | null = null

  constructor(session: Session, fill: Fill) {
    this.fill = fill
    this.size = session.ui.subject.size
    this.gesture = session.history.begin(t('Extend fill area'))
  }

  /** Adds a point, photo px, unless the last one is closer than `gap`. */
  to(at: Point, gap: number): void {
    const { last, fill, size } = this
    if (!this.gesture.isOpen || (last && isNear(last, at, Math.max(gap, size * GAP.share)))) return
    const point = { x: tenths(at.x), y: tenths(at.y) }
    const stroke = last && fill.strokes.at(-1)
    const isDrawnOn = stroke && stroke.points.length < fillPoints.maxLength
    if (!isDrawnOn && fill.strokes.length >= fillField.fields.strokes.maxLength) return
    fill.strokes = listOf(
      isDrawnOn
        ? fill.strokes.with(-1, { ...stroke, points: listOf([...stroke.points, point]) })
        : [...fill.strokes, { size, points: listOf(last ? [last, point] : [point]) }],
    )
    this.last = point
  }
}

/** One stroke over the mask, between pointer down and pointer up. */
class MaskStroke {
  readonly gesture: Gesture
  private readonly mend: MaskEdits
  private last: Point | null = null
  private readonly look: { mode: 'erase' | 'restore'; size: number; hardness: number; isSnapping: boolean }

  constructor(session: Session, isOther: boolean) {
    const { mode, size, hardness, isSnapping } = session.ui.subject
    this.mend = editedMask(session).mend
    const isErasing = (mode !== 'restore') !== isOther
    this.gesture = session.history.begin(isErasing ? t('Erase from mask') : t('Restore mask'))
    // Strokes are applied before the inversion, so an inverted mask swaps the modes.
    const isStoredErasing = isErasing !== this.mend.invert
    this.look = { mode: isStoredErasing ? 'erase' : 'restore', size, hardness, isSnapping }
  }

  /** Adds a point, photo px, unless the last one is closer than `gap`. */
  to(at: Point, gap: number): void {
    if (!this.gesture.isOpen) return
    const { last, look, mend } = this
    if (last && isNear(last, at, Math.max(gap, look.size * GAP.share))) return
    const point = { x: tenths(at.x), y: tenths(at.y) }
    const stroke = last && mend.strokes.at(-1)
    const isDrawnOn = stroke && stroke.points.length < pointsField.maxLength
    if (!isDrawnOn && mend.strokes.length >= maxStrokes) return
    mend.strokes = listOf(
      isDrawnOn
        ? mend.strokes.with(-1, { ...stroke, points: listOf([...stroke.points, point]) })
        : [...mend.strokes, { ...look, points: listOf(last ? [last, point] : [point]) }],
    )
    this.last = point
  }
}

const isNear = (a: Point, b: Point, distance: number) => Math.hypot(a.x - b.x, a.y - b.y) < distance

const tenths = (px: number) => Math.round(px * 10) / 10
