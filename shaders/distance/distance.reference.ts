/** Exact distances, slow and obvious: every texel against every piece of the contour. */
import type { Coverage } from './encoding.ts'
import { cellSegment } from './seeds.ts'

/** Unsigned distance in texels from (x, y) to the half-coverage contour. */
export function exactDistance(contour: readonly (readonly [number, number, number, number])[], x: number, y: number) {
  let best = Number.POSITIVE_INFINITY
  for (const [ax, ay, bx, by] of contour) {
    const dx = bx - ax
    const dy = by - ay
    const square = dx * dx + dy * dy
    const along = square > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1) : 0
    best = Math.min(best, Math.hypot(ax + along * dx - x, ay + along * dy - y))
  }
  return best
}

/** All pieces of the contour as x0, y0, x1, y1 in texels, texel centres on whole numbers. */
export function contourOf(coverage: Coverage): (readonly [number, number, number, number])[] {
  const pieces: (readonly [number, number, number, number])[] = []
  const quadrants = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const
  for (let y = 0; y < coverage.height; y++)
    for (let x = 0; x < coverage.width; x++)
      for (const [sx, sy] of quadrants) {
        const piece = cellSegment(coverage, x, y, sx, sy)
        if (piece) pieces.push([x + piece[0].x, y + piece[0].y, x + piece[1].x, y + piece[1].y])
      }
  return pieces
}
