/** Twin of the distance field: exact distances of every texel to every segment of the contour. */
import type { Coverage } from './encoding.ts'
import { cellArc, pointOn } from './seeds.ts'

/** x0, y0, x1, y1 in texels; texel centres at integers */
export type Segment = readonly [number, number, number, number]

/** Returns the unsigned distance in texels from (x, y) to the nearest segment of the half-coverage contour. */
export function exactDistance(contour: readonly Segment[], x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY
  for (const [ax, ay, bx, by] of contour) {
    const [dx, dy] = [bx - ax, by - ay]
    const length = dx * dx + dy * dy
    const along = length > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1) : 0
    best = Math.min(best, (ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2)
  }
  return Math.sqrt(best)
}

/** Number of straight segments per arc. */
const SEGMENTS_PER_ARC = 4

/** Returns the segments of the contour where coverage is one half, each once. */
export function contourOf(coverage: Coverage): Segment[] {
  const pieces = new Map<string, Segment>()
  const sides = [-1, 1]
  for (let y = 0; y < coverage.height; y++)
    for (let x = 0; x < coverage.width; x++)
      for (const sy of sides)
        for (const sx of sides) {
          const arc = cellArc(coverage, x, y, sx, sy)
          if (!arc) continue
          for (let i = 0; i < SEGMENTS_PER_ARC; i++) {
            const ends = [pointOn(arc, i / SEGMENTS_PER_ARC), pointOn(arc, (i + 1) / SEGMENTS_PER_ARC)]
            const piece = ends.map((end) => [x + end.x, y + end.y]).sort(([p = 0], [q = 0]) => p - q)
            const flat = piece.flat() as unknown as Segment // two points of two numbers
            pieces.set(flat.map((value) => value.toFixed(6)).join(), flat)
          }
        }
  return [...pieces.values()]
}

/**
 * Returns the coverage with `by` empty texels on each side. A subject cut off by the photo's border has no contour
 * there. With the padding, the outline of a moved subject also follows the cut.
 */
export function padCoverage({ width, height, bytes }: Coverage, by: number): Coverage {
  const wide = width + 2 * by
  const padded = new Uint8Array(wide * (height + 2 * by))
  for (let y = 0; y < height; y++) padded.set(bytes.subarray(y * width, (y + 1) * width), (y + by) * wide + by)
  return { width: wide, height: height + 2 * by, bytes: padded }
}
