import type { Graphics } from 'pixi.js'
import { useCallback } from 'react'
import type { Point } from '../base/geometry.ts'
import type { Placed } from '../layers/kind.ts'
import { HANDLES, handlePoint, orbitHandlePoint, ROTATE_OFFSET } from './handles.ts'
import { toCss, type View } from './viewport.ts'

/** A line that a moved layer snapped to: document px, vertical or horizontal. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

interface SelectionProps {
  view: View
  placed: Placed | null
  guides: readonly Guide[]
  canResize: boolean
  canOrbit: boolean
  isCoarse: boolean
}

const ACCENT = 0x5b5bd6
/** Side of a handle, CSS px. */
const SIDE = { fine: 10, coarse: 18 } as const

/** The frame, the eight handles, the rotate handle and the snapping guides. */
export function Selection({ view, placed, guides, canResize, canOrbit, isCoarse }: SelectionProps) {
  const draw = useCallback(
    (graphics: Graphics) => {
      graphics.clear()
      for (const guide of guides) drawGuide(graphics, view, guide)
      const side = SIDE[isCoarse ? 'coarse' : 'fine']
      if (placed) drawFrame(graphics, view, placed, canResize ? side : null)
      if (placed && canOrbit) drawOrbit(graphics, view, placed, side)
    },
    [view, placed, guides, canResize, canOrbit, isCoarse],
  )
  return <pixiGraphics draw={draw} />
}

function drawGuide(graphics: Graphics, view: View, { axis, at }: Guide) {
  const css = toCss(view, { x: at, y: at })
  if (axis === 'x') graphics.moveTo(css.x, 0).lineTo(css.x, view.canvas.height)
  else graphics.moveTo(0, css.y).lineTo(view.canvas.width, css.y)
  graphics.stroke({ width: 1, color: 0xff4d9d })
}

/** `side` of the handles, CSS px; null draws none. */
function drawFrame(graphics: Graphics, view: View, placed: Placed, side: number | null) {
  const corner = (x: number, y: number): Point => toCss(view, handlePoint(placed, { x, y }))
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
  const path = corners.flatMap((point) => [point.x, point.y])
  // A light line under the accent: the frame is seen on any picture.
  graphics.poly(path).stroke({ width: 3, color: 0xffffff, alpha: 0.5 })
  graphics.poly(path).stroke({ width: 1.5, color: ACCENT })
  if (side === null) return
  const top = corner(0, -1)
  const turn = (placed.rotation * Math.PI) / 180
  const knob = { x: top.x + Math.sin(turn) * ROTATE_OFFSET, y: top.y - Math.cos(turn) * ROTATE_OFFSET }
  graphics.moveTo(top.x, top.y).lineTo(knob.x, knob.y).stroke({ width: 1.5, color: ACCENT })
  graphics.circle(knob.x, knob.y, side / 2 + 1)
  graphics.fill(0xffffff).stroke({ width: 1.75, color: ACCENT })
  for (const handle of HANDLES) {
    const at = corner(handle.x, handle.y)
    graphics.roundRect(at.x - side / 2, at.y - side / 2, side, side, side / 4)
    graphics.fill(0xffffff).stroke({ width: 1.75, color: ACCENT })
  }
}

/** A ball with its equator and a meridian: what is dragged turns. */
function drawOrbit(graphics: Graphics, view: View, placed: Placed, side: number) {
  const edge = toCss(view, handlePoint(placed, { x: 1, y: 0 }))
  const { x, y } = toCss(view, orbitHandlePoint(placed, view.zoom))
  const radius = side / 2 + 4
  graphics.moveTo(edge.x, edge.y).lineTo(x, y).stroke({ width: 1.5, color: ACCENT })
  graphics.circle(x, y, radius).fill(0xffffff).stroke({ width: 1.75, color: ACCENT })
  graphics.ellipse(x, y, radius, radius / 2.6).stroke({ width: 1.25, color: ACCENT })
  graphics.ellipse(x, y, radius / 2.6, radius).stroke({ width: 1.25, color: ACCENT })
}
