/**
 * The Select subject tool. A resting pointer shows a preview of a click. A click adds the previewed area. Dragging a
 * box adds the subject inside the box. With Alt, the area is removed instead. Arrow keys move the keyboard position,
 * and Enter clicks at this position.
 */

import { createKeyPen } from '#client/editor/tools/keyboardPen.ts'
import { marqueeOverlay, rectBetween } from '#client/editor/tools/marquee.ts'
import type { PointerInput, Tool, ToolContext, ToolEntry } from '#client/editor/tools/tool.ts'
import { distance, type Point } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import { toDocument, turnedToCss } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { closeSubjectTool } from '../modes.ts'
import { coversPoint } from '../objects/erase.ts'
import { createSelector } from '../subjectFlows.ts'
import { type SubjectToolState, subjectState } from '../subjectState.ts'
import type { SubjectSelector } from './subjectSelector.ts'

export const SELECT_SUBJECT: ToolEntry = { create: (context) => new SelectSubjectTool(context) }
/**
 * The tool of the Objects panel. A click or a box lifts an object out of the photo. A click with Alt lifts only a part
 * of the object, such as the garment of a person. A tap shows this part first, and a second tap lifts it. Otherwise,
 * input works as in the Select subject tool.
 */
export const LIFT: ToolEntry = {
  create: (context) => new SelectSubjectTool(context),
  isOn: ({ subject }) => subject.lifts !== null,
}

/** Maximum distance between pointer down and pointer up of a click, in CSS px. */
const SLOP = 5
/** Diameter of the ring that marks the keyboard position, in CSS px. */
const RING = 12

class SelectSubjectTool implements Tool {
  private readonly context: ToolContext
  private readonly state: Pick<SubjectToolState, 'adds' | 'isPart' | 'marked' | 'preview'>
  private readonly selector: Pick<SubjectSelector, 'point' | 'confirm' | 'click' | 'box'>
  private readonly pressKey: NonNullable<Tool['key']>
  /** The pressed pointer: start and current position in CSS px. `marks`: a finger that lifts or erases objects. */
  private pointer: { from: Point; to: Point; adds: boolean; marks: boolean } | null = null
  /** The keyboard position in CSS px. Null until the user presses an arrow key or Enter. */
  private keyPosition: Point | null = null

  constructor(context: ToolContext) {
    this.context = context
    this.state = subjectState(context.session)
    this.selector = context.flow(createSelector)
    this.pressKey = createKeyPen(context, {
      show: (at) => this.moveKeyPosition(at),
      start: () => {
        this.clickByKey(this.adds(false))
        return false
      },
      putAway() {
        const { ui } = context.session
        if (isLifting(ui)) {
          ui.subject.lifts = null
          closeSubjectTool(ui)
        } else ui.panel = null
      },
    })
  }

  down({ at, keys, type }: PointerInput): boolean {
    const { session } = this.context
    if (session.ui.busy !== null) return false
    const marks = type === 'touch' && isLifting(session.ui)
    if (!marks) this.selector.point(null, true) // a tap may confirm the marked part
    this.pointer = { from: at, to: at, adds: this.adds(keys.alt), marks }
    return true
  }

  move({ at }: PointerInput): void {
    const { viewport, feedback } = this.context
    if (!this.pointer) return
    this.pointer.to = at
    const view = viewport.get()
    const rect = rectBetween(toDocument(view, this.pointer.from), toDocument(view, at))
    if (isBox(this.pointer.from, at)) feedback.show({ toolOverlay: marqueeOverlay(rect) })
    else feedback.clear()
  }

  up(): void {
    if (!this.pointer) return
    const { session, viewport, feedback } = this.context
    const { from, to, adds, marks } = this.pointer
    this.pointer = null
    feedback.clear()
    const view = viewport.get()
    const corner = (css: Point) => clampToPhoto(session, toDocument(view, css))
    if (isBox(from, to)) this.selector.box(corner(from), corner(to), adds)
    else if (marks) this.mark(from, adds)
    else this.click(from, adds)
  }

  cancel(): void {
    const marks = this.pointer?.marks // a second finger has canceled the first, to zoom in on the marked part
    this.pointer = null
    this.context.feedback.clear()
    if (!marks) this.selector.point(null, true)
  }

  hover(css: Point | null, isAlt = false): void {
    if (!css && this.state.marked) return // a lifted finger leaves the canvas
    const isOfPart = isLifting(this.context.session.ui) && isAlt
    this.selector.point(css && pointOnPhoto(this.context, css), this.adds(isOfPart))
  }

  key(name: string, isShifted: boolean): boolean {
    if (name !== 'Alt+Enter') return this.pressKey(name, isShifted)
    if (this.keyPosition) this.click(this.keyPosition, this.adds(true))
    return true
  }

  cursor(): string {
    return 'crosshair'
  }

  /** Returns the value of `adds` for a click. While the user lifts objects, false selects a part of an object. */
  private adds(isAlt: boolean): boolean {
    return (isLifting(this.context.session.ui) ? !this.state.isPart : this.state.adds) !== isAlt
  }

  /** Selects the area at `css`. Does nothing outside the photo, or while a photo is being processed. */
  private click(css: Point, adds: boolean): void {
    const at = pointOnPhoto(this.context, css)
    if (at && this.context.session.ui.busy === null) this.selector.click(at, adds)
  }

  /** Marks the part at `css`, because a finger can't hover. A tap on the marked part lifts or erases this part. */
  private mark(css: Point, adds: boolean): void {
    const { photo } = this.context.session.doc
    const at = pointOnPhoto(this.context, css)
    const { marked, preview } = this.state
    if (at && photo && marked && preview && coversPoint(preview, photo, at)) this.selector.confirm()
    else this.selector.point(at, adds, true)
  }

  /** Clicks at the keyboard position. The first call only shows this position in the middle of the canvas. */
  private clickByKey(adds: boolean): void {
    const { width, height } = this.context.viewport.get().canvas
    if (this.keyPosition) this.click(this.keyPosition, adds)
    else this.moveKeyPosition({ x: width / 2, y: height / 2 })
  }

  private moveKeyPosition(next: Point | null): void {
    this.keyPosition = next
    if (next) this.context.feedback.show({ ring: { at: next, diameter: RING } })
    else this.context.feedback.clear()
    this.hover(next)
  }
}

/** Converts a position from CSS px to photo px. Null outside the visible part of the photo. */
function pointOnPhoto({ session, viewport }: ToolContext, css: Point): Point | null {
  const view = viewport.get()
  const { width, height, ...corner } = previewFrame(session).fitted
  const { x, y } = turnedToCss(view, corner)
  const isInside = css.x >= x && css.y >= y && css.x < x + width * view.zoom && css.y < y + height * view.zoom
  return session.doc.photo && isInside ? toDocument(view, css) : null
}

function clampToPhoto(session: Session, { x, y }: Point): Point {
  const { width = 0, height = 0 } = snapshotOf(session).photo ?? {}
  return { x: clamp(x, 0, width), y: clamp(y, 0, height) }
}

const isBox = (from: Point, to: Point) => distance(from, to) > SLOP
