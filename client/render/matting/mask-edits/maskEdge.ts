/**
 * The settings of a mask's edge: smooth, shift, feather. All in whole numbers, so that a part comes out as the same
 * bytes whatever part of the picture is worked out with it.
 */
import type { Size } from '../../../kit/base/geometry.ts'
import { type Mend, mendFields } from '../../../model/document/maskEdits.ts'

export type EdgeSettings = Readonly<Pick<Mend, 'smooth' | 'shiftEdge' | 'feather'>>

/** Coverage is worked out this much finer than bytes: 7 bits. */
const BITS = 7
const FULL = 255 << BITS

const featherRadius = (feather: number) => Math.round(feather / 2)

/** How far around a pixel its value depends on others, px. */
export const edgeReach = ({ smooth, shiftEdge, feather }: EdgeSettings): number =>
  2 * smooth + Math.abs(shiftEdge) + 3 * featherRadius(feather)

/** A tile with what lies around it, as far as its settings reach; beyond the photo its border goes on. */
export interface AdjustTask {
  coverage: Uint8Array<ArrayBuffer>
  /** Of both together. */
  size: Size
  settings: EdgeSettings & Readonly<Pick<Mend, 'invert'>>
}

/** The tile alone after its settings: bytes, row-major. */
export function adjustedTile({ coverage, size, settings }: AdjustTask): Uint8Array<ArrayBuffer> {
  const reach = edgeReach(settings)
  const [width, height] = [size.width - 2 * reach, size.height - 2 * reach]
  const whole = reach === 0 ? coverage : adjusted(coverage, size, settings)
  const tile = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (y + reach) * size.width + reach
    tile.set(whole.subarray(from, from + width), y * width)
  }
  if (settings.invert) for (let i = 0; i < tile.length; i++) tile[i] = 255 - (tile[i] ?? 0)
  return tile
}

/** `coverage` after the settings: bytes, row-major. What lies within their reach of the plane's edge is not right. */
export function adjusted(coverage: Uint8Array, size: Size, { smooth, shiftEdge, feather }: EdgeSettings): Uint8Array {
  const plane = new Int32Array(coverage.length)
  for (let i = 0; i < plane.length; i++) plane[i] = (coverage[i] ?? 0) << BITS
  if (smooth > 0) {
    for (let pass = 0; pass < 2; pass++) blur(plane, size, smooth)
    steepen(plane, smooth)
  }
  if (shiftEdge > 0) widen(plane, size, shiftEdge)
  if (shiftEdge < 0) {
    turn(plane)
    widen(plane, size, -shiftEdge)
    turn(plane)
  }
  const radius = featherRadius(feather)
  if (radius > 0) for (let pass = 0; pass < 3; pass++) blur(plane, size, radius)
  const to = new Uint8Array(plane.length)
  for (let i = 0; i < to.length; i++) to[i] = ((plane[i] ?? 0) + (1 << (BITS - 1))) >> BITS
  return to
}

/** The mean of a square around each pixel; beyond the edge its pixels go on. */
function blur(plane: Int32Array, { width, height }: Size, radius: number): void {
  const side = 2 * radius + 1
  const across = new Int32Array(plane.length)
  for (let y = 0; y < height; y++) {
    const [first, last] = [y * width, (y + 1) * width - 1]
    let sum = radius
    for (let x = -radius; x <= radius; x++) sum += plane[Math.min(last, Math.max(first, first + x))] ?? 0
    for (let at = first; at <= last; at++) {
      across[at] = Math.floor(sum / side)
      sum += (plane[Math.min(last, at + radius + 1)] ?? 0) - (plane[Math.max(first, at - radius)] ?? 0)
    }
  }
  const sums = new Int32Array(width).fill(radius)
  const rowOf = (y: number) => Math.min(height - 1, Math.max(0, y)) * width
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

/** Brings a blurred edge back to a ramp of about two pixels. */
function steepen(plane: Int32Array, radius: number): void {
  for (let i = 0; i < plane.length; i++) {
    const steep = Math.floor(((2 * (plane[i] ?? 0) - FULL) * (2 * radius + 1)) / 4 + FULL / 2)
    plane[i] = Math.min(FULL, Math.max(0, steep))
  }
}

function turn(plane: Int32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = FULL - (plane[i] ?? 0)
}

/** The edge moves outwards by so many px: an octagon runs along it. */
function widen(plane: Int32Array, { width, height }: Size, by: number): void {
  const diagonal = Math.round(by * (1 - Math.SQRT1_2))
  const straight = by - 2 * diagonal
  const along = highestAlong(plane, Math.max(width, height))
  for (let y = 0; y < height; y++) along({ start: y * width, step: 1, count: width, radius: straight })
  for (let x = 0; x < width; x++) along({ start: x, step: width, count: height, radius: straight })
  for (const isFalling of [true, false])
    for (let x = 1 - height; x < width; x++) {
      const [left, top] = [Math.max(0, x), Math.max(0, -x)]
      const count = Math.min(width - left, height - top)
      const start = top * width + (isFalling ? left : width - 1 - left)
      along({ start, step: isFalling ? width + 1 : width - 1, count, radius: diagonal })
    }
}

interface Line {
  start: number
  step: number
  count: number
  radius: number
}

/** Makes each value the highest within `radius` along a line of at most `longest` (van Herk 1992). */
function highestAlong(plane: Int32Array, longest: number): (line: Line) => void {
  const room = longest + 4 * mendFields.shiftEdge.max + 2 // and a window at each end
  const [forward, backward] = [new Int32Array(room), new Int32Array(room)]
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
