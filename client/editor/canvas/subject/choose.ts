/**
 * The tool that chooses the subject: a resting pointer shows what a click would select, a click adds that, a drag
 * selects by a box; with Alt both remove. By keyboard the arrow keys move the position and Enter clicks.
 */
import type { Point } from '../../../kit/base/geometry.ts'
import { snapshotOf } from '../../../model/session/session.ts'
import { toDocument } from '../../../render/compositor/viewport.ts'
import { createKeyPen } from '../brush/keyboardPen.ts'
import { marqueeOverlay, rectBetween } from '../marquee.ts'
import type { Tool, ToolContext, ToolEntry } from '../tool.ts'

export const CHOOSE: ToolEntry = { create: createChooseTool }

/** A press that moves less is a click, CSS px. */
const SLOP = 5
/** Diameter of the mark at the position that the keys have moved to, CSS px. */
const MARK = 12

function createChooseTool({ session, viewport, feedback, choosing }: ToolContext): Tool {
  const { ui } = session
  let press: { from: Point; to: Point; adds: boolean } | null = null
  let at: Point | null = null // position of the keyboard mark, CSS px

  /** Returns the point in photo px; null outside the photo. */
  function placeOf(css: Point): Point | null {
    const { photo } = snapshotOf(session)
    const place = toDocument(viewport.get(), css)
    const isOn = photo && place.x >= 0 && place.y >= 0 && place.x < photo.width && place.y < photo.height
    return isOn ? place : null
  }
  const held = ({ x, y }: Point): Point => {
    const { width = 0, height = 0 } = snapshotOf(session).photo ?? {}
    return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
  }
  const isBox = (from: Point, to: Point) => Math.hypot(from.x - to.x, from.y - to.y) > SLOP
  function click(css: Point, adds: boolean) {
    const place = placeOf(css)
    if (place && ui.busy === null) choosing.click(place, adds)
  }
  function mark(next: Point | null) {
    at = next
    if (next) feedback.show({ ring: { at: next, diameter: MARK } })
    else feedback.clear()
    choosing.point(next && placeOf(next), ui.subject.adds)
  }
  const pen = createKeyPen(
    { viewport },
    {
      show: mark,
      start() {
        const { width, height } = viewport.get().canvas
        if (at) click(at, ui.subject.adds)
        else mark({ x: width / 2, y: height / 2 })
        return false
      },
      to() {},
      end() {},
      cancel() {},
      isDown: () => false,
      putAway() {
        ui.tab = null
      },
    },
  )

  return {
    down({ at: css, keys }) {
      if (ui.busy !== null) return false
      choosing.point(null, true)
      press = { from: css, to: css, adds: ui.subject.adds !== keys.alt }
      return true
    },
    move({ at: css }) {
      if (!press) return
      press.to = css
      const view = viewport.get()
      const rect = rectBetween(toDocument(view, press.from), toDocument(view, css))
      if (isBox(press.from, css)) feedback.show({ toolOverlay: marqueeOverlay(rect) })
      else feedback.clear()
    },
    up() {
      if (!press) return
      const { from, to, adds } = press
      press = null
      feedback.clear()
      const view = viewport.get()
      if (isBox(from, to)) choosing.box(held(toDocument(view, from)), held(toDocument(view, to)), adds)
      else click(from, adds)
    },
    cancel() {
      press = null
      feedback.clear()
      choosing.point(null, true)
    },
    hover: (css) => choosing.point(css && placeOf(css), ui.subject.adds),
    key(name, isShifted) {
      if (name !== 'Alt+Enter') return pen.key(name, isShifted)
      if (at) click(at, !ui.subject.adds)
      return true
    },
    cursor: () => 'crosshair',
  }
}
