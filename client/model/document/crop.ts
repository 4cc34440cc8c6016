/**
 * The crop: the part of the canvas that becomes the image, and the turns of the composition. Turns don't change the
 * positions of layers, masks and the photo in document px. There are two coordinate systems, both with y pointing down:
 * - document px, as in all other files
 * - px of the turned canvas (`turned`): document px after mirroring, quarter turns and straightening. The origin is the
 *   top left corner after mirroring and quarter turns. Straightening rotates around the center of the turned canvas.
 */
import {
  type Affine,
  compose,
  IDENTITY,
  invert,
  rotationMatrix,
  scalingMatrix,
  transformedBounds,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import { middleOf, type Point, type Rect, radiansOf, rotatePoint, type Size } from '#client/kit/geometry/geometry.ts'
import { choice, conform, type Fields, flag, number, type Values } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { canvasSize, type WithCanvas } from './backdrop.ts'

/**
 * The formats of a crop: the photo's own aspect ratio, fixed ratios (width:height; 210:297 is A4), and `free` for any
 * ratio.
 */
export const FORMATS = ['photo', '1:1', '4:5', '9:16', '16:9', '210:297', 'free'] as const

const place = { default: 0, min: 0, max: 100_000, unit: 'px' } as const
const length = { default: 100_000, min: 1, max: 100_000, unit: 'px' } as const

/**
 * The fields of a crop. The frame (`x`, `y`, `width`, `height`) is in px of the turned canvas. If the frame extends
 * beyond the canvas, `fittedFrame` scales it down.
 */
export const cropFields = {
  format: choice('Crop', FORMATS, 'photo'),
  x: number('Left', place),
  y: number('Top', place),
  width: number('Width', length),
  height: number('Height', length),
  angle: number('Straighten', { default: 0, min: -45, max: 45, step: 0.1, unit: 'degrees' }),
  /** Number of clockwise rotations by 90°. Applied after mirroring. */
  quarterTurns: number('Quarter turns', { default: 0, min: 0, max: 3, isWhole: true }),
  /** True if the composition is mirrored left to right. Mirroring is applied before all other turns. */
  isMirrored: flag('Mirrored', false),
} as const satisfies Fields

/** The range of a file's side, px. */
export const fileSide = { default: 1080, min: 1, max: 32_767, isWhole: true, unit: 'px' } as const

/**
 * The size (px) that the user has chosen for exported files. It applies as long as the image has the same aspect ratio.
 */
const fileSizeFields = {
  fileWidth: number('Width', fileSide),
  fileHeight: number('Height', fileSide),
} as const satisfies Fields

/**
 * The image's frame in px of the turned canvas, and the turns of the composition. If `fileWidth` and `fileHeight` are
 * absent, the frame determines the size of exported files.
 */
export type Crop = Values<typeof cropFields> & Partial<Values<typeof fileSizeFields>>
/** The aspect ratio of a crop, one of FORMATS. */
export type CropFormat = Crop['format']
/** The turns of the composition, in this order: mirroring, quarter turns, `angle` (degrees, clockwise). */
export type Turn = Pick<Crop, 'angle' | 'quarterTurns' | 'isMirrored'>

const UPRIGHT: Immutable<Turn> = { angle: 0, quarterTurns: 0, isMirrored: false }

/** Returns true if the composition has no turns. Document px and px of the turned canvas are then the same. */
export const isUpright = ({ angle, quarterTurns, isMirrored }: Immutable<Turn>): boolean =>
  angle === 0 && quarterTurns === 0 && !isMirrored

/** Returns the canvas size after the crop's quarter turns. An odd number of quarter turns swaps width and height. */
export const turnedSize = ({ quarterTurns }: Pick<Turn, 'quarterTurns'>, { width, height }: Size): Size =>
  quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The maps for 0 to 3 quarter turns, with exact coefficients. */
const QUARTERS: readonly Affine[] = [
  IDENTITY,
  { ...IDENTITY, a: 0, b: 1, c: -1, d: 0 },
  { ...IDENTITY, a: -1, d: -1 },
  { ...IDENTITY, a: 0, b: -1, c: 1, d: 0 },
]

/**
 * Returns the map from a canvas of `size` to the turned canvas. `size` is in document px or output px. If `angle` is 0,
 * the coefficients are exact.
 */
export function turnMap(turn: Immutable<Turn>, size: Size): Affine {
  if (isUpright(turn)) return IDENTITY
  const turned = turnedSize(turn, size)
  return compose(
    translationMatrix(turned.width / 2, turned.height / 2),
    turn.angle === 0 ? IDENTITY : rotationMatrix(turn.angle),
    QUARTERS[turn.quarterTurns % 4] ?? IDENTITY,
    turn.isMirrored ? scalingMatrix(-1, 1) : IDENTITY,
    translationMatrix(-size.width / 2, -size.height / 2),
  )
}

/** Returns a crop from untrusted values. Missing or invalid values are replaced with the fields' defaults. */
export const parseCrop = (values: Readonly<Record<string, unknown>>): Crop => ({
  ...conform(cropFields, values),
  ...(values.fileWidth !== undefined && conform(fileSizeFields, values)),
})

/** The parts of a document that determine its image. */
export interface WithCrop extends WithCanvas {
  readonly crop: Immutable<Crop> | null
}

/**
 * Returns the turns of a document's composition: mirroring, then quarter turns, then `angle` degrees clockwise. Without
 * a crop, there are no turns.
 */
export const turnOf = ({ crop }: Pick<WithCrop, 'crop'>): Immutable<Turn> => crop ?? UPRIGHT

/**
 * Returns the rectangle that is exported, in px of the turned canvas: the crop's frame, or the whole canvas. Empty if
 * there is no photo.
 */
export function pictureRect(doc: WithCrop): Rect {
  const canvas = canvasSize(doc)
  return doc.crop ? fittedFrame(doc.crop, doc.crop.angle, turnedSize(doc.crop, canvas)) : { x: 0, y: 0, ...canvas }
}

/** Returns the bounding box of the image in document px. Without straightening, this is exactly the image. */
export function pictureInDocument(doc: WithCrop): Rect {
  const picture = pictureRect(doc)
  const turn = turnOf(doc)
  return isUpright(turn) ? picture : transformedBounds(invert(turnMap(turn, canvasSize(doc))), picture)
}

/**
 * Returns the rotation (degrees) that makes a layer look upright. `isReadable`: the layer's content isn't mirrored with
 * the composition.
 */
export function uprightRotation(doc: Pick<WithCrop, 'crop'>, isReadable: boolean): number {
  const { angle, quarterTurns, isMirrored } = turnOf(doc)
  const turn = 90 * quarterTurns + angle
  return isMirrored && !isReadable ? turn : 0 - turn
}

/** Returns a document's crop, fitted to the canvas. Without a crop, the frame is the whole canvas. */
export function cropOf(doc: WithCrop): Crop {
  return { format: 'photo', ...UPRIGHT, ...doc.crop, ...pictureRect(doc) }
}

/**
 * Returns the aspect ratio (width / height) of a format, or null if the format allows any ratio. `turned`: size of the
 * turned canvas, px.
 */
export function ratioOf(format: CropFormat, turned: Size): number | null {
  if (format === 'free') return null
  if (format === 'photo') return turned.width / turned.height
  const [across = 1, down = 1] = format.split(':').map(Number)
  return across / down
}

/** Returns half the sides of a frame's bounding box along the axes of the straightened canvas. `angle`: degrees. */
function halfExtent({ width, height }: Size, angle: number): Point {
  const radians = radiansOf(angle)
  const [cos, sin] = [Math.cos(radians), Math.abs(Math.sin(radians))]
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 }
}

/** Differences up to this value are ignored as rounding errors, px of the turned canvas. */
const EPSILON = 1e-6

/** Returns true if the whole frame is on the canvas, which is straightened by `angle` (degrees) around its center. */
export function isOnCanvas(frame: Rect, angle: number, turned: Size): boolean {
  const half = halfExtent(frame, angle)
  const at = inCanvasAxes(middleOf(frame), angle, turned)
  return Math.abs(at.x) + half.x <= turned.width / 2 + EPSILON && Math.abs(at.y) + half.y <= turned.height / 2 + EPSILON
}

/**
 * Returns the frame, scaled down around its center and moved so that it is on the canvas. The aspect ratio doesn't
 * change. `angle`: degrees. `turned`: size of the turned canvas, px.
 */
export function fittedFrame({ x, y, width, height }: Rect, angle: number, turned: Size): Rect {
  const half = halfExtent({ width, height }, angle)
  const by = Math.min(1, turned.width / 2 / half.x, turned.height / 2 / half.y)
  const size = by < 1 ? { width: width * by, height: height * by } : { width, height }
  if (angle === 0) {
    const along = (at: number, length: number, room: number) => clamp(at, 0, room - length)
    const [left, top] = [x + (width - size.width) / 2, y + (height - size.height) / 2]
    return { x: along(left, size.width, turned.width), y: along(top, size.height, turned.height), ...size }
  }
  const at = inCanvasAxes(middleOf({ x, y, width, height }), angle, turned)
  const room = { x: turned.width / 2 - half.x * by, y: turned.height / 2 - half.y * by }
  const held = { x: clamp(at.x, -room.x, room.x), y: clamp(at.y, -room.y, room.y) }
  const offset = rotatePoint(held, angle)
  return aboutCenter({ x: turned.width / 2 + offset.x, y: turned.height / 2 + offset.y }, size)
}

/**
 * Returns the largest frame with an aspect ratio (width / height) on the canvas, as near to `center` as possible.
 * `angle`: degrees. All other values are px of the turned canvas.
 */
export function largestFrame(ratio: number, angle: number, turned: Size, center: Point): Rect {
  const unit = halfExtent({ width: ratio, height: 1 }, angle)
  const height = Math.min(turned.width / 2 / unit.x, turned.height / 2 / unit.y)
  return fittedFrame(aboutCenter(center, { width: ratio * height, height }), angle, turned)
}

/**
 * Returns true if a frame of this size touches two opposite edges of the canvas (within 1 px), so that it can't become
 * larger. `angle`: degrees. Sizes are px of the turned canvas.
 */
export function isLargest(frame: Size, angle: number, turned: Size): boolean {
  const half = halfExtent(frame, angle)
  return half.x >= turned.width / 2 - 1 || half.y >= turned.height / 2 - 1
}

/**
 * Returns the frame rounded to whole pixels. If `angle` is 0, the rounded frame is still on the canvas: an edge of the
 * frame on a fractional edge of the canvas isn't rounded.
 */
export function wholeFrame(frame: Rect, angle: number, turned: Size): Rect {
  const side = (value: number, room: number) => clamp(Math.round(value), 1, room)
  const [width, height] = [side(frame.width, turned.width), side(frame.height, turned.height)]
  const whole = { x: Math.round(frame.x), y: Math.round(frame.y), width, height }
  return angle === 0 ? fittedFrame(whole, 0, turned) : whole
}

/** Returns the rectangle with this center and size. */
export const aboutCenter = ({ x, y }: Point, { width, height }: Size): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/**
 * Converts a point of the turned canvas to coordinates relative to its center, along the axes of the canvas
 * straightened by `angle` (degrees).
 */
const inCanvasAxes = ({ x, y }: Point, angle: number, { width, height }: Size): Point =>
  rotatePoint({ x: x - width / 2, y: y - height / 2 }, -angle)
