/** The person network on parts of the photo: people who are small in the photo are large enough in a part of it. */
import type { Rect, Size } from '../../../../kit/base/geometry.ts'
import { type Plane, resizePlane } from '../plane.ts'

/** Sides of the square windows, as fractions of the photo's shorter side. */
const WINDOW_SIDES = [1, 0.6]
/** Distance of two windows, as a fraction of their side; they overlap by the rest. */
const STEP = 0.6

/**
 * Returns the windows in which people are looked for besides the whole photo, px of a photo of that size, large ones first:
 * squares of one size that overlap and cover the photo together. The whole photo is omitted.
 */
export function personWindows({ width, height }: Size): Rect[][] {
  return WINDOW_SIDES.flatMap((fraction) => {
    const side = fraction * Math.min(width, height)
    const [columns, rows] = [placesOf(width, side), placesOf(height, side)]
    if (fraction === 1 && columns.length * rows.length === 1) return []
    const length = Math.round(side)
    return [rows.flatMap((y) => columns.map((x) => ({ x, y, width: length, height: length })))]
  })
}

function placesOf(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side) / (side * STEP) - 1e-6) + 1)
  return Array.from({ length: count }, (_, i) => (count > 1 ? Math.round((i * (length - side)) / (count - 1)) : 0))
}

/**
 * Writes the maximum of `map` and what it has there already into `into`. `window`: the place of the map in a photo of size
 * `photo`, px. Both are probabilities, 0..1; `into` is stretched to the photo.
 */
export function addWindow(into: Plane, map: Plane, window: Rect, photo: Size): void {
  const [scaleX, scaleY] = [into.width / photo.width, into.height / photo.height]
  const [left, top] = [Math.round(window.x * scaleX), Math.round(window.y * scaleY)]
  const size = {
    width: Math.min(into.width - left, Math.round(window.width * scaleX)),
    height: Math.min(into.height - top, Math.round(window.height * scaleY)),
  }
  const { values } = resizePlane(map, size)
  for (let y = 0, from = 0; y < size.height; y++)
    for (let x = 0, to = (top + y) * into.width + left; x < size.width; x++, to++, from++)
      into.values[to] = Math.max(into.values[to] ?? 0, values[from] ?? 0)
}
