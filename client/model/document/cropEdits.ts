/** Pure functions that change a crop. The frame of every returned crop is on the canvas. */
import { type Affine, compose, invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { middleOf, type Point, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import {
  aboutCenter,
  type Crop,
  type CropFormat,
  fittedFrame,
  isLargest,
  isOnCanvas,
  isUpright,
  largestFrame,
  ratioOf,
  turnedSize,
  turnMap,
  wholeFrame,
} from './crop.ts'

/** A handle of the frame, given by the edges that it moves: -1 = left or top, 0 = none, 1 = right or bottom. */
export interface FrameHandle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

type Given = Immutable<Crop>

/** Minimum side of a frame that the user can set, px of the turned canvas. On a smaller canvas, the minimum is 1. */
const MIN_SIDE = 16

/**
 * Returns the crop, or null if it has no effect: the frame is the whole canvas in the format 'photo', without turns. In
 * all functions of this file, `canvas` is the canvas size before turns, in document px.
 */
export function essentialCrop(crop: Given, canvas: Size): Crop | null {
  const isWhole = crop.x === 0 && crop.y === 0 && crop.width === canvas.width && crop.height === canvas.height
  return crop.format === 'photo' && isUpright(crop) && isWhole ? null : { ...crop }
}

/**
 * Returns the crop with the largest frame of a format, in whole px of the turned canvas. The frame is centered on
 * `subject`, or else near the current center. If the subject is taller than the frame, its top stays in the frame.
 * `own`: width / height for the format `free`. If `own` is absent, the format `free` doesn't change the frame.
 * `canvas`: size before turns in document px.
 */
export function withFormat(crop: Given, format: CropFormat, canvas: Size, subject?: Rect | null, own?: number): Crop {
  const turned = turnedSize(crop, canvas)
  const ratio = ratioOf(format, turned) ?? own ?? null
  const framed = (center: Point) => (ratio === null ? crop : largestFrame(ratio, crop.angle, turned, center))
  const frame = framed(subject ? centerAround(subject, framed(middleOf(crop))) : middleOf(crop))
  return { ...crop, format, ...wholeFrame(frame, crop.angle, turned) }
}

/** Space above a subject that is taller than the frame, as a fraction of the frame's height. */
const HEADROOM = 0.05

/**
 * Returns the center of a frame around the subject. If the subject is taller than the frame, the subject's top is
 * inside the frame.
 */
function centerAround(subject: Rect, { height }: Size): Point {
  const { x, y } = middleOf(subject)
  return { x, y: Math.min(y, subject.y + (0.5 - HEADROOM) * height) }
}

/**
 * Sets the width or height of the frame to `length` (px of the turned canvas). The center doesn't move. The format
 * becomes `free`.
 */
export function withSide(crop: Given, side: keyof Size, length: number, canvas: Size): Crop {
  const turned = turnedSize(crop, canvas)
  const typed = clamp(length, MIN_SIDE, turned[side])
  const size = { width: crop.width, height: crop.height, [side]: typed }
  return { ...withFrame(crop, aboutCenter(middleOf(crop), size), turned), format: 'free' }
}

/** Returns the crop with a frame of whole px of the turned canvas, fitted into the canvas. */
const withFrame = (crop: Given, frame: Rect, turned: Size): Crop => ({
  ...crop,
  ...wholeFrame(fittedFrame(frame, crop.angle, turned), crop.angle, turned),
})

/**
 * Sets the straightening angle (degrees clockwise, −45..45). A frame of maximum size has the maximum size again
 * afterwards. Any other frame has the same size and center, if it still fits on the canvas. `canvas`: size before
 * turns in document px.
 */
export function straightenCrop(crop: Given, angle: number, canvas: Size): Crop {
  const turned = turnedSize(crop, canvas)
  const ratio = crop.width / crop.height
  const frame = isLargest(crop, crop.angle, turned)
    ? largestFrame(ratioOf(crop.format, turned) ?? ratio, angle, turned, middleOf(crop))
    : fittedFrame(crop, angle, turned)
  return { ...crop, angle, ...wholeFrame(frame, angle, turned) }
}

/**
 * Rotates the crop and the composition clockwise by 90°. A fixed format becomes `free` if the rotation changes its
 * ratio.
 */
export function rotateCrop(crop: Given, canvas: Size): Crop {
  const { height } = turnedSize(crop, canvas)
  const { fileWidth, fileHeight } = crop
  return {
    ...crop,
    ...(fileWidth && fileHeight && { fileWidth: fileHeight, fileHeight: fileWidth }),
    quarterTurns: (crop.quarterTurns + 1) % 4,
    x: height - crop.y - crop.height,
    y: crop.x,
    width: crop.height,
    height: crop.width,
    format: crop.format === 'photo' || crop.format === '1:1' ? crop.format : 'free',
  }
}

/** Mirrors the crop's frame and the composition along an axis of the screen. */
export function flipCrop(crop: Given, axis: 'horizontal' | 'vertical', canvas: Size): Crop {
  const { width, height } = turnedSize(crop, canvas)
  const isMirrored = !crop.isMirrored
  const angle = crop.angle === 0 ? 0 : -crop.angle
  return axis === 'horizontal'
    ? { ...crop, isMirrored, angle, quarterTurns: (4 - crop.quarterTurns) % 4, x: width - crop.x - crop.width }
    : { ...crop, isMirrored, angle, quarterTurns: (6 - crop.quarterTurns) % 4, y: height - crop.y - crop.height }
}

/** Moves the crop's frame by an offset in px of the turned canvas, as far as the canvas allows. */
export function moveCrop(crop: Given, by: Point, canvas: Size): Crop {
  return withFrame(crop, { ...crop, x: crop.x + by.x, y: crop.y + by.y }, turnedSize(crop, canvas))
}

/** Scales the crop's frame around its center, as far as the canvas allows. */
export function scaleCrop(crop: Given, factor: number, canvas: Size): Crop {
  const turned = turnedSize(crop, canvas)
  const ratio = ratioOf(crop.format, turned) ?? crop.width / crop.height
  const width = Math.max(crop.width * factor, leastWidth(ratio, turned))
  return withFrame(crop, aboutCenter(middleOf(crop), { width, height: width / ratio }), turned)
}

/**
 * Returns the crop after a handle of the frame was dragged by an offset in px of the turned canvas. The opposite edge
 * or corner doesn't move. A fixed format has the same aspect ratio afterwards. The frame can't be dragged beyond the
 * canvas.
 */
export function resizeCrop(crop: Given, handle: FrameHandle, by: Point, canvas: Size): Crop {
  const turned = turnedSize(crop, canvas)
  const ratio = ratioOf(crop.format, turned)
  const start = { x: crop.x, y: crop.y, width: crop.width, height: crop.height }
  const frame =
    ratio === null
      ? resizeFreely(start, handle, by, crop.angle, turned)
      : moveTowards(start, resizeByRatio(start, handle, by, ratio, turned), crop.angle, turned)
  return { ...crop, ...wholeFrame(frame, crop.angle, turned) }
}

function resizeFreely(start: Rect, handle: FrameHandle, by: Point, angle: number, turned: Size): Rect {
  const across = moveEdge(start.x, start.width, handle.x, by.x, turned.width)
  const wider = moveTowards(start, { ...start, x: across.at, width: across.length }, angle, turned)
  const down = moveEdge(start.y, start.height, handle.y, by.y, turned.height)
  return moveTowards(wider, { ...wider, y: down.at, height: down.length }, angle, turned)
}

function moveEdge(at: number, length: number, side: -1 | 0 | 1, by: number, room: number) {
  if (side === 0) return { at, length }
  const next = Math.max(Math.min(MIN_SIDE, room), length + side * by)
  return { at: side < 0 ? at + length - next : at, length: next }
}

function resizeByRatio(start: Rect, handle: FrameHandle, by: Point, ratio: number, turned: Size): Rect {
  // How much the frame would grow in width by the pointer's horizontal offset, and by its vertical offset (converted to
  // width).
  const [dx, dy] = [handle.x * by.x, handle.y * by.y * ratio]
  const grown = handle.x === 0 ? dy : handle.y === 0 ? dx : (dx + dy) / 2
  const width = Math.max(start.width + grown, leastWidth(ratio, turned))
  const height = width / ratio
  return {
    x: start.x + ((1 - handle.x) / 2) * (start.width - width),
    y: start.y + ((1 - handle.y) / 2) * (start.height - height),
    width,
    height,
  }
}

/**
 * Returns the crop on another canvas, where `map` (document px) moves and scales the photo. The frame moves with the
 * photo, as far as the canvas allows. The format 'photo' becomes `free`, because the ratio of the canvas may differ.
 * `was`: size of the old canvas.
 */
export function movedCrop(crop: Given, map: Affine, was: Size, canvas: Size): Crop {
  const onTurned = compose(turnMap(crop, canvas), compose(map, invert(turnMap(crop, was))))
  const size = { width: crop.width * map.a, height: crop.height * map.a }
  const moved = aboutCenter(transformPoint(onTurned, middleOf(crop)), size)
  return { ...withFrame(crop, moved, turnedSize(crop, canvas)), format: crop.format === 'photo' ? 'free' : crop.format }
}

const leastWidth = (ratio: number, turned: Size) =>
  Math.min(MIN_SIDE * Math.max(1, ratio), turned.width, turned.height * ratio)

/** Number of bisection steps. The last step is 2⁻²⁰ of the distance, which is far below 1 px. */
const STEPS = 20

/**
 * Returns the frame on the canvas that is nearest to `target`, on the way from `start` to `target`. `angle`: degrees.
 * Bisection works, because the frames on a canvas form a convex set.
 */
function moveTowards(start: Rect, target: Rect, angle: number, turned: Size): Rect {
  if (isOnCanvas(target, angle, turned)) return target
  const between = (share: number): Rect => ({
    x: start.x + share * (target.x - start.x),
    y: start.y + share * (target.y - start.y),
    width: start.width + share * (target.width - start.width),
    height: start.height + share * (target.height - start.height),
  })
  let [inside, outside] = [0, 1]
  for (let i = 0; i < STEPS; i++) {
    const middle = (inside + outside) / 2
    if (isOnCanvas(between(middle), angle, turned)) inside = middle
    else outside = middle
  }
  return between(inside)
}
