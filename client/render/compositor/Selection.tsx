import type { Graphics } from 'pixi.js'
import { useCallback } from 'react'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Placed } from '../kind.ts'
import { HANDLE_SIDE, handlePoint, handlesOf, orbitHandle, resizeHandlePoint, rotateHandle } from './handles.ts'
import { toCss, turnedToCss, type View } from './viewport.ts'

/**
 * A snapping guide, px of the turned canvas. `line`: perpendicular to `axis` at coordinate `at`, over the whole canvas
 * or from `from` to `to`. `gap`: equal spacing along `axis` from `from` to `to`, at coordinate `at` of the other axis.
 */
export type Guide =
  | { type: 'line'; axis: 'x' | 'y'; at: number; from?: number; to?: number }
  | { type: 'gap'; axis: 'x' | 'y'; from: number; to: number; at: number }

/** The handles that the selection frame has. */
export interface Abilities {
  readonly resize: boolean
  readonly rotate: boolean
  readonly orbit: boolean
}

export interface SelectionProps {
  view: View
  /** The selection frame. Null = no frame. */
  placed: Placed | null
  /** Boxes of the selected layers. Empty unless several layers are selected. */
  members: readonly Placed[]
  guides: readonly Guide[]
  can: Abilities
  isCoarse: boolean
  /** If true, draws a faint frame without handles, which distracts less from the image. */
  isFaint: boolean
}

const ACCENT = 0x5b5bd6
const FAINT = 0.25

/** Draws the selection frame with its handles, and snapping guides, over the preview. Exports don't contain them. */
export function Selection({ view, placed, members, guides, can, isCoarse, isFaint }: SelectionProps) {
  const { resize, rotate, orbit } = can
  const draw = useCallback(
    (graphics: Graphics) => {
      graphics.clear()
      for (const guide of guides) drawGuide(graphics, view, guide)
      const pointer = isCoarse ? 'coarse' : 'fine'
      const side = HANDLE_SIDE[pointer]
      for (const member of members) drawBox(graphics, view, member, 1)
      if (!placed) return
      drawBox(graphics, view, placed, 1.5)
      if (isFaint) return
      if (rotate) drawKnob(graphics, view, placed, side)
      if (resize) drawHandles(graphics, view, placed, pointer)
      if (orbit) drawOrbit(graphics, view, placed, side)
    },
    [view, placed, members, guides, resize, rotate, orbit, isCoarse, isFaint],
  )
  return <pixiGraphics draw={draw} alpha={isFaint ? FAINT : 1} />
}

/** Half the length of the ticks at both ends of a gap guide, in CSS px. */
const TICK = 4

function drawGuide(graphics: Graphics, view: View, guide: Guide) {
  const { axis } = guide
  /** Converts coordinates along and across the guide's axis to a point in CSS px. */
  const css = (along: number, across: number) =>
    turnedToCss(view, axis === 'x' ? { x: along, y: across } : { x: across, y: along })
  const draw = (a: Point, b: Point) => graphics.moveTo(a.x, a.y).lineTo(b.x, b.y)
  if (guide.type === 'line') {
    const [from, to] = [guide.from, guide.to].every((end) => end !== undefined)
      ? [guide.from ?? 0, guide.to ?? 0]
      : reachAcross(view, axis)
    draw(css(guide.at, from), css(guide.at, to))
  } else {
    draw(css(guide.from, guide.at), css(guide.to, guide.at))
    const tick = TICK / view.zoom
    for (const end of [guide.from, guide.to]) draw(css(end, guide.at - tick), css(end, guide.at + tick))
  }
  graphics.stroke({ width: 1, color: 0xff4d9d })
}

/** Returns the visible range perpendicular to `axis`, in px of the turned canvas. */
function reachAcross({ origin, canvas, zoom }: View, axis: 'x' | 'y'): [number, number] {
  return axis === 'x' ? [origin.y, origin.y + canvas.height / zoom] : [origin.x, origin.x + canvas.width / zoom]
}

/** Draws a box with a white line under the accent line. The box is then visible on any image. */
function drawBox(graphics: Graphics, view: View, placed: Placed, width: number) {
  const corner = (x: number, y: number): Point => toCss(view, handlePoint(placed, { x, y }))
  const path = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].flatMap((point) => [point.x, point.y])
  graphics.poly(path).stroke({ width: 2 * width, color: 0xffffff, alpha: 0.5 })
  graphics.poly(path).stroke({ width, color: ACCENT })
}

/** Draws the rotate handle. `side`: side of a resize handle in CSS px. The rotate handle's disc is slightly larger. */
function drawKnob(graphics: Graphics, view: View, placed: Placed, side: number) {
  const { foot, at } = rotateHandle(placed, view)
  drawLever(graphics, view, foot, at, side / 2 + 1)
}

/**
 * Draws a line from the frame to a disc. Points: document px. `radius`: CSS px. Returns the disc's center, in CSS px.
 */
function drawLever(graphics: Graphics, view: View, from: Point, to: Point, radius: number): Point {
  const [start, { x, y }] = [toCss(view, from), toCss(view, to)]
  graphics.moveTo(start.x, start.y).lineTo(x, y).stroke({ width: 1.5, color: ACCENT })
  graphics.circle(x, y, radius).fill(0xffffff).stroke({ width: 1.75, color: ACCENT })
  return { x, y }
}

function drawHandles(graphics: Graphics, view: View, placed: Placed, pointer: keyof typeof HANDLE_SIDE) {
  const side = HANDLE_SIDE[pointer]
  for (const handle of handlesOf(placed, view.zoom, pointer)) {
    const at = toCss(view, resizeHandlePoint(placed, handle, view, pointer))
    graphics.roundRect(at.x - side / 2, at.y - side / 2, side, side, side / 4)
    graphics.fill(0xffffff).stroke({ width: 1.75, color: ACCENT })
  }
}

/**
 * Draws the orbit handle of a 3D layer: a sphere with an equator and a meridian. `side`: side of a resize handle, CSS
 * px.
 */
function drawOrbit(graphics: Graphics, view: View, placed: Placed, side: number) {
  const radius = side / 2 + 4
  const { foot, at } = orbitHandle(placed, view)
  const { x, y } = drawLever(graphics, view, foot, at, radius)
  graphics.ellipse(x, y, radius, radius / 2.6).stroke({ width: 1.25, color: ACCENT })
  graphics.ellipse(x, y, radius / 2.6, radius).stroke({ width: 1.25, color: ACCENT })
}
