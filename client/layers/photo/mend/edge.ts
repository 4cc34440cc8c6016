/**
 * The settings of a mask's edge: smooth, shift, feather. All in whole numbers, so that a part comes out as the same
 * bytes whatever part of the picture is worked out with it.
 */
import type { Size } from '../../../base/geometry.ts'
import type { Mend } from '../../../document/mend.ts'

export type EdgeSettings = Readonly<Pick<Mend, 'smooth' | 'shiftEdge' | 'feather'>>

/** Coverage is worked out this much finer than bytes. */
const FINE = 128
const FULL = 255 * FINE

const featherRadius = (feather: number) => Math.round(feather / 2)

/** How far around a pixel its value depends on others, px. */
export const edgeReach = ({ smooth, shiftEdge, feather }: EdgeSettings): number =>
  2 * smooth + Math.abs(shiftEdge) + 3 * featherRadius(feather)

/** `coverage` after the settings: bytes, row-major. What lies within their reach of the plane's edge is not right. */
export function adjusted(coverage: Uint8Array, size: Size, { smooth, shiftEdge, feather }: EdgeSettings): Uint8Array {
  let plane = Int32Array.from(coverage, (byte) => byte * FINE)
  if (smooth > 0) plane = steepened(blurred(blurred(plane, size, smooth), size, smooth), smooth)
  if (shiftEdge !== 0) plane = widened(plane, size, shiftEdge)
  const radius = featherRadius(feather)
  if (radius > 0) for (let pass = 0; pass < 3; pass++) plane = blurred(plane, size, radius)
  return Uint8Array.from(plane, (value) => (value + FINE / 2) >> 7)
}

/** The mean of a square around each pixel. */
function blurred(plane: Int32Array<ArrayBuffer>, { width, height }: Size, radius: number): Int32Array<ArrayBuffer> {
  const across = new Int32Array(plane.length)
  const both = new Int32Array(plane.length)
  for (let y = 0; y < height; y++) boxLine(plane, across, y * width, 1, width, radius)
  for (let x = 0; x < width; x++) boxLine(across, both, x, width, height, radius)
  return both
}

function boxLine(from: Int32Array, to: Int32Array, start: number, step: number, count: number, radius: number) {
  const side = 2 * radius + 1
  const value = (i: number) => from[start + Math.min(count - 1, Math.max(0, i)) * step] ?? 0
  let sum = radius
  for (let i = -radius; i <= radius; i++) sum += value(i)
  for (let i = 0; i < count; i++) {
    to[start + i * step] = Math.floor(sum / side)
    sum += value(i + radius + 1) - value(i - radius)
  }
}

/** Brings a blurred edge back to a ramp of about two pixels. */
function steepened(plane: Int32Array<ArrayBuffer>, radius: number): Int32Array<ArrayBuffer> {
  return plane.map((value) =>
    Math.min(FULL, Math.max(0, Math.floor(((2 * value - FULL) * (2 * radius + 1)) / 4 + FULL / 2))),
  )
}

/** The edge moves outwards by so many px, inwards where negative: an octagon runs along it. */
function widened(plane: Int32Array<ArrayBuffer>, { width, height }: Size, by: number): Int32Array<ArrayBuffer> {
  const reach = Math.abs(by)
  const diagonal = Math.round(reach * (1 - Math.SQRT1_2))
  const straight = reach - 2 * diagonal
  const signed = by > 0 ? plane : plane.map((value) => FULL - value)
  for (let y = 0; y < height; y++) highestAlong(signed, { start: y * width, step: 1, count: width, radius: straight })
  for (let x = 0; x < width; x++) highestAlong(signed, { start: x, step: width, count: height, radius: straight })
  for (const isFalling of [true, false])
    for (let x = 1 - height; x < width; x++) {
      const [left, top] = [Math.max(0, x), Math.max(0, -x)]
      const count = Math.min(width - left, height - top)
      const start = top * width + (isFalling ? left : width - 1 - left)
      highestAlong(signed, { start, step: isFalling ? width + 1 : width - 1, count, radius: diagonal })
    }
  return by > 0 ? signed : signed.map((value) => FULL - value)
}

interface Line {
  start: number
  step: number
  count: number
  radius: number
}

/** Each value becomes the highest within `radius` along the line (van Herk 1992). */
function highestAlong(plane: Int32Array, { start, step, count, radius }: Line): void {
  if (radius === 0) return
  const side = 2 * radius + 1
  const padded = Math.ceil((count + 2 * radius) / side) * side
  const forward = new Int32Array(padded)
  const backward = new Int32Array(padded)
  for (let i = 0; i < padded; i++) {
    const at = i - radius
    const value = at >= 0 && at < count ? (plane[start + at * step] ?? 0) : 0
    forward[i] = i % side === 0 ? value : Math.max(forward[i - 1] ?? 0, value)
    backward[i] = value
  }
  for (let i = padded - 2; i >= 0; i--)
    if (i % side !== side - 1) backward[i] = Math.max(backward[i] ?? 0, backward[i + 1] ?? 0)
  for (let i = 0; i < count; i++) plane[start + i * step] = Math.max(backward[i] ?? 0, forward[i + 2 * radius] ?? 0)
}
