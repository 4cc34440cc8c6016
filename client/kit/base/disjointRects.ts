import type { Rect } from './geometry.ts'

/**
 * Returns disjoint rectangles that together cover the same area as `rects`. The plane is cut into horizontal bands at
 * every top and bottom edge; each band is cut into the spans along x that are covered.
 */
export function disjointRects(rects: readonly Rect[]): Rect[] {
  const edges = [...new Set(rects.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b)
  return edges.slice(1).flatMap((bottom, i) => {
    const top = edges[i] as number
    const crossed = rects.filter(({ y, height }) => y <= top && y + height >= bottom)
    return spansOf(crossed).map(([left, right]) => ({ x: left, y: top, width: right - left, height: bottom - top }))
  })
}

/** Returns the union of the rectangles' x intervals, from left to right. Intervals that touch are merged. */
function spansOf(rects: readonly Rect[]): [left: number, right: number][] {
  const spans: [number, number][] = []
  for (const { x, width } of rects.toSorted((a, b) => a.x - b.x)) {
    const last = spans.at(-1)
    if (last && x <= last[1]) last[1] = Math.max(last[1], x + width)
    else if (width > 0) spans.push([x, x + width])
  }
  return spans
}
