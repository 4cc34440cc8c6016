/**
 * Applies the edge settings of a mask: Smooth, Shift edge and Feather. Computes in integers, because tiles must equal
 * the whole mask byte for byte.
 */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { copyRect } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { type MaskEdits, maskEditFields } from '#client/model/document/maskEdits.ts'

export type EdgeSettings = Readonly<Omit<MaskEdits, 'strokes'>>

/** Number of fraction bits of a fixed-point coverage. */
const FRACTION_BITS = 7
const FULL = 255 << FRACTION_BITS

const featherRadius = (feather: number) => Math.round(feather / 2)

/**
 * Returns how far the edge settings read along each axis, whole photo px. Tiles need a border of this width. Returns 0
 * when all settings are 0.
 */
export const edgeRadius = ({ smooth, shiftEdge, feather }: Omit<EdgeSettings, 'invert'>): number =>
  2 * smooth + Math.abs(shiftEdge) + 3 * featherRadius(feather)

/**
 * A tile with a border of `edgeRadius` px. Beyond the photo's edge, the border repeats the photo's outermost pixels.
 */
export interface EdgeTask {
  coverage: Uint8Array<ArrayBuffer>
  /** Size of the tile with its border, px. */
  size: Size
  settings: EdgeSettings
}

/**
 * Applies Smooth, Shift edge, Feather and Invert to a tile with a border of `edgeRadius(settings)` px. Returns the tile
 * without the border: coverage bytes, row-major.
 */
export function adjustTile({ coverage, size, settings }: EdgeTask): Uint8Array<ArrayBuffer> {
  const reach = edgeRadius(settings)
  const [width, height] = [size.width - 2 * reach, size.height - 2 * reach]
  const whole = reach === 0 ? coverage : adjustEdge(coverage, size, settings)
  const tile = new Uint8Array(width * height)
  copyRect(whole, { x: 0, y: 0, ...size }, tile, { x: reach, y: reach, width, height })
  if (settings.invert) for (let i = 0; i < tile.length; i++) tile[i] = 255 - (tile[i] ?? 0)
  return tile
}

/**
 * Returns a copy of `coverage` (bytes, row-major) after Smooth, Shift edge (positive = the subject grows) and Feather,
 * in this order. Settings are in photo px. Doesn't invert. Pixels within `edgeRadius` of the array's edge are invalid.
 */
export function adjustEdge(
  coverage: Uint8Array,
  size: Size,
  { smooth, shiftEdge, feather }: Omit<EdgeSettings, 'invert'>,
): Uint8Array {
  const plane = new Int32Array(coverage.length)
  for (let i = 0; i < plane.length; i++) plane[i] = (coverage[i] ?? 0) << FRACTION_BITS
  if (smooth > 0) {
    for (let pass = 0; pass < 2; pass++) boxBlur(plane, size, smooth)
    steepen(plane, smooth)
  }
  if (shiftEdge < 0) invertPlane(plane)
  if (shiftEdge !== 0) dilateOctagon(plane, size, Math.abs(shiftEdge))
  if (shiftEdge < 0) invertPlane(plane)
  const radius = featherRadius(feather)
  if (radius > 0) for (let pass = 0; pass < 3; pass++) boxBlur(plane, size, radius)
  const to = new Uint8Array(plane.length)
  for (let i = 0; i < to.length; i++) to[i] = ((plane[i] ?? 0) + (1 << (FRACTION_BITS - 1))) >> FRACTION_BITS
  return to
}

/** Blurs a plane in place with a box of side 2 · radius + 1. Repeats the plane's outermost values. */
function boxBlur(plane: Int32Array, { width, height }: Size, radius: number): void {
  const side = 2 * radius + 1
  const across = new Int32Array(plane.length)
  for (let y = 0; y < height; y++) {
    const [first, last] = [y * width, (y + 1) * width - 1]
    let sum = radius
    for (let x = -radius; x <= radius; x++) sum += plane[clamp(first + x, first, last)] ?? 0
    for (let at = first; at <= last; at++) {
      across[at] = Math.floor(sum / side)
      sum += (plane[Math.min(last, at + radius + 1)] ?? 0) - (plane[Math.max(first, at - radius)] ?? 0)
    }
  }
  const sums = new Int32Array(width).fill(radius)
  const rowOf = (y: number) => clamp(y, 0, height - 1) * width
  for (let y = -radius; y <= radius; y++) {
    const row = rowOf(y)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (across[row + x] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const [row, next, past] = [y * width, rowOf(y + radius + 1), rowOf(y - radius)]
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0
      plane[row + x] = Math.floor(sum / side)
      sums[x] = sum + (across[next + x] ?? 0) - (across[past + x] ?? 0)
    }
  }
}

/** Increases the contrast of a blurred edge to a ramp of about two pixels. */
function steepen(plane: Int32Array, radius: number): void {
  for (let i = 0; i < plane.length; i++) {
    const steep = Math.floor(((2 * (plane[i] ?? 0) - FULL) * (2 * radius + 1)) / 4 + FULL / 2)
    plane[i] = clamp(steep, 0, FULL)
  }
}

function invertPlane(plane: Int32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = FULL - (plane[i] ?? 0)
}

/** Dilates a plane in place by an octagon of radius `by` px. */
function dilateOctagon(plane: Int32Array, { width, height }: Size, by: number): void {
  const diagonal = Math.round(by * (1 - Math.SQRT1_2))
  const straight = by - 2 * diagonal
  const maximumAlong = lineMaximum(plane, Math.max(width, height))
  for (let y = 0; y < height; y++) maximumAlong({ start: y * width, step: 1, count: width, radius: straight })
  for (let x = 0; x < width; x++) maximumAlong({ start: x, step: width, count: height, radius: straight })
  for (const isFalling of [true, false])
    for (let x = 1 - height; x < width; x++) {
      const [left, top] = [Math.max(0, x), Math.max(0, -x)]
      const count = Math.min(width - left, height - top)
      const start = top * width + (isFalling ? left : width - 1 - left)
      maximumAlong({ start, step: isFalling ? width + 1 : width - 1, count, radius: diagonal })
    }
}

/**
 * Returns a function that replaces each value of a line in place with the maximum within `radius` values. A line has at
 * most `maxLength` values (van Herk 1992, Gil and Werman 1993).
 */
function lineMaximum(
  plane: Int32Array,
  maxLength: number,
): (line: { start: number; step: number; count: number; radius: number }) => void {
  // A line is extended by half a window at each end, and then rounded up to whole windows.
  const capacity = maxLength + 4 * maskEditFields.shiftEdge.max + 2
  const [forward, backward] = [new Int32Array(capacity), new Int32Array(capacity)]
  return ({ start, step, count, radius }) => {
    if (radius === 0) return
    const side = 2 * radius + 1
    const padded = Math.ceil((count + 2 * radius) / side) * side
    for (let i = 0, phase = 0; i < padded; i++) {
      const at = i - radius
      const value = at >= 0 && at < count ? (plane[start + at * step] ?? 0) : 0
      forward[i] = phase === 0 ? value : Math.max(forward[i - 1] ?? 0, value)
      backward[i] = value
      phase = phase === side - 1 ? 0 : phase + 1
    }
    for (let end = padded - 1; end > 0; end -= side)
      for (let i = end - 1; i > end - side; i--) backward[i] = Math.max(backward[i] ?? 0, backward[i + 1] ?? 0)
    for (let i = 0; i < count; i++) plane[start + i * step] = Math.max(backward[i] ?? 0, forward[i + 2 * radius] ?? 0)
  }
}
