/** Geometry of the selection frame, shared by drawing and hit testing. */
import { type Point, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { FrameHandle } from '#client/model/document/cropEdits.ts'
import type { Placed } from '../kind.ts'
import { toCss, toDocument, type View } from './viewport.ts'

/** A corner or an edge of the box: -1, 0 or 1 on each axis. */
export type Handle = FrameHandle

/** The eight resize handles, in half sizes from the box's center: (1, 1) = bottom right corner. */
const HANDLES: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
]

/** Side of a handle in CSS px. */
export const HANDLE_SIDE = { fine: 10, coarse: 14 } as const

/** Distance between the box and its resize handles' centers, in CSS px. At 0, large handles would hide a small word. */
const HANDLE_OUTSET = { fine: 0, coarse: HANDLE_SIDE.coarse / 2 } as const

/** Minimum lengths of a box's sides in CSS px. On smaller boxes, all eight handles would hide the layer. */
const ROOM = { fine: { middle: 48, corners: 24 }, coarse: { middle: 120, corners: 60 } } as const

/**
 * Returns the resize handles of a box. A short side has no middle handle. A narrow long box has only the two handles at
 * its ends, and a tiny box has only the handle at its bottom right corner. `zoom`: CSS px per document px.
 */
export function handlesOf({ size }: Placed, zoom: number, pointer: keyof typeof ROOM): readonly Handle[] {
  const [width, height] = [size.width * zoom, size.height * zoom]
  const { middle, corners } = ROOM[pointer]
  const isNarrow = Math.min(width, height) < corners
  const isLong = Math.max(width, height) >= middle
  return HANDLES.filter(({ x, y }) => {
    if (x !== 0 && y !== 0) return !isNarrow || (!isLong && x + y === 2)
    const side = x === 0 ? width : height
    return isLong && (isNarrow ? side < corners : side >= middle)
  })
}

/** Distance of the rotate and orbit handles from the frame's edge, in CSS px. */
const ROTATE_OFFSET = 34

/** Minimum distance of the centers of rotate and resize handles from the canvas's edge, in CSS px. */
const EDGE = 12

/**
 * Returns the position of a handle of a rotated box, in document px. `at`: the handle in half sizes from the center,
 * (1, 1) = bottom right corner. `outset`: distance from the box in document px.
 */
export function handlePoint({ center, size, rotation }: Placed, at: Point, outset = 0): Point {
  const arm = rotatePoint({ x: at.x * (size.width / 2 + outset), y: at.y * (size.height / 2 + outset) }, rotation)
  return { x: center.x + arm.x, y: center.y + arm.y }
}

/**
 * Returns the position of a resize handle, in document px. A handle that the canvas's edge would cut off is moved into
 * the canvas.
 */
export function resizeHandlePoint(placed: Placed, handle: Handle, view: View, pointer: keyof typeof ROOM): Point {
  const { x, y } = toCss(view, handlePoint(placed, handle, HANDLE_OUTSET[pointer] / view.zoom))
  const inside = (at: number, length: number) => {
    const nearest = clamp(at, EDGE, length - EDGE)
    return Math.abs(nearest - at) <= 3 * EDGE ? nearest : at
  }
  return toDocument(view, { x: inside(x, view.canvas.width), y: inside(y, view.canvas.height) })
}

/** A handle at the end of a line from the frame, in document px. `foot`: the line's other end. */
interface Lever {
  at: Point
  foot: Point
}

/** Returns the first handle that the canvas's edge doesn't cut off, otherwise the first handle. */
function firstInside(levers: readonly [Lever, ...Lever[]], view: View, edge: number): Lever {
  const isInside = ({ at }: Lever) => {
    const { x, y } = toCss(view, at)
    return x >= edge && y >= edge && x <= view.canvas.width - edge && y <= view.canvas.height - edge
  }
  return levers.find(isInside) ?? levers[0]
}

/** Returns a handle next to the frame at `foot`, in half sizes from the center. One of the coordinates is 1 or -1. */
function leverAt(placed: Placed, foot: Point, { zoom }: View): Lever {
  const { center, size, rotation } = placed
  const outset = ROTATE_OFFSET / zoom
  const out = (at: number, half: number) => at * half + (Math.abs(at) === 1 ? at * outset : 0)
  const arm = rotatePoint({ x: out(foot.x, size.width / 2), y: out(foot.y, size.height / 2) }, rotation)
  return { at: { x: center.x + arm.x, y: center.y + arm.y }, foot: handlePoint(placed, foot) }
}

/** Returns the rotate handle. The handle is above the frame, or below if it would be outside the canvas otherwise. */
export const rotateHandle = (placed: Placed, view: View): Lever =>
  firstInside([leverAt(placed, { x: 0, y: -1 }, view), leverAt(placed, { x: 0, y: 1 }, view)], view, EDGE)

/** Minimum distance of the orbit handle's center from the canvas's edge, in CSS px. */
const ORBIT_EDGE = 16

/** Places of the orbit handle at the frame, in half sizes from the center, the best first. */
const ORBIT_FEET: readonly Point[] = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0.5, y: -1 },
  { x: -0.5, y: -1 },
  { x: 0.5, y: 1 },
  { x: -0.5, y: 1 },
]

/**
 * Returns the handle that orbits 3D text. The handle is right of the frame, or where the canvas has room: at the left,
 * above or below. If the frame exceeds the canvas, the handle is at the canvas's edge.
 */
export function orbitHandle(placed: Placed, view: View): Lever {
  // safe cast: the list isn't empty
  const [first, ...others] = ORBIT_FEET.map((foot) => leverAt(placed, foot, view)) as [Lever, ...Lever[]]
  const { at, foot } = firstInside([first, ...others], view, ORBIT_EDGE)
  const { x, y } = toCss(view, at)
  const inside = (at: number, length: number) => clamp(at, ORBIT_EDGE, length - ORBIT_EDGE)
  return { at: toDocument(view, { x: inside(x, view.canvas.width), y: inside(y, view.canvas.height) }), foot }
}

/**
 * Converts a document point to the axes of the rotated box. The result is relative to the box's center, in document px.
 */
export const inBox = (placed: Placed, point: Point): Point =>
  rotatePoint({ x: point.x - placed.center.x, y: point.y - placed.center.y }, -placed.rotation)

/** Returns the distance from a document point to the rotated box, in document px. Returns 0 inside the box. */
export function distanceToBox(placed: Placed, point: Point): number {
  const local = inBox(placed, point)
  return Math.hypot(
    Math.max(0, Math.abs(local.x) - placed.size.width / 2),
    Math.max(0, Math.abs(local.y) - placed.size.height / 2),
  )
}
