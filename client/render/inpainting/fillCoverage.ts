/** What is to be filled: the matte and the strokes that mark more. */
import type { Size } from '../../kit/base/geometry.ts'
import type { FillSettings } from './fillFields.ts'

/**
 * Returns what is to be filled, one byte per px of the photo, row-major: the matte, and 255 for every px whose centre
 * is within the radius of one of the strokes. Without strokes it is `matte` itself, not a copy.
 */
export function fillCoverage(matte: Uint8Array, { width, height }: Size, { strokes }: FillSettings): Uint8Array {
  if (strokes.length === 0) return matte
  const coverage = matte.slice()
  for (const { size, points } of strokes) {
    const radius = size / 2
    for (const [i, to] of points.entries()) {
      const from = points[Math.max(0, i - 1)] ?? to
      const [left, right] = rangeOf(from.x, to.x, radius, width)
      const [top, bottom] = rangeOf(from.y, to.y, radius, height)
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          if (squaredDistance(x + 0.5, y + 0.5, from, to) <= radius * radius) coverage[y * width + x] = 255
    }
  }
  return coverage
}

function rangeOf(a: number, b: number, radius: number, length: number): [first: number, end: number] {
  return [Math.max(0, Math.floor(Math.min(a, b) - radius)), Math.min(length, Math.ceil(Math.max(a, b) + radius))]
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Returns the squared distance of a point from a line segment. */
function squaredDistance(x: number, y: number, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return (x - from.x - share * dx) ** 2 + (y - from.y - share * dy) ** 2
}
