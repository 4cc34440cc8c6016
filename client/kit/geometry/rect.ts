import { EMPTY_RECT, type Point, type Rect, type Size } from './geometry.ts'
import { TileGrid } from './TileGrid.ts'

export function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** Returns the union of two rectangles. Null means an empty rectangle. */
export const unionOrNull = (a: Rect | null, b: Rect | null): Rect | null => (a && b ? union(a, b) : (a ?? b))

/** Returns the intersection of two rectangles, or null when they share no area. */
export function intersection(a: Rect, b: Rect): Rect | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** Returns the area of the intersection. */
export function sharedArea(a: Rect, b: Rect): number {
  const shared = intersection(a, b)
  return shared ? shared.width * shared.height : 0
}

/** Returns the rectangle extended by `by` on every side. */
export const expandRect = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Returns true when `inner` lies entirely inside `outer`. Edges may coincide. */
export const contains = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** Returns the rectangle scaled by the factor `by` about the origin. */
export const scaleRect = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

/**
 * Returns the smallest rectangle that contains `rect` after scaling by the factor `scale`, with all edges at multiples
 * of `step`.
 */
export function coveringRect({ x, y, width, height }: Rect, scale = 1, step = 1): Rect {
  const [left, top] = [Math.floor((x * scale) / step) * step, Math.floor((y * scale) / step) * step]
  return {
    x: left,
    y: top,
    width: Math.ceil(((x + width) * scale) / step) * step - left,
    height: Math.ceil(((y + height) * scale) / step) * step - top,
  }
}

/** Returns the bounding box of at least one point. */
export function boundsOfPoints(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Splits a rectangle into squares of `side`, row by row. The last column and row may be smaller. */
export function tilesOf(rect: Rect, side: number): Rect[] {
  const grid = new TileGrid(rect, side)
  return grid.allTiles().map((index) => {
    const tile = grid.rectOf(index)
    return { ...tile, x: rect.x + tile.x, y: rect.y + tile.y }
  })
}

/** Maximum number of pixels of a band: 4 MB of RGBA, a few ms of work, and fewer than Safari's limit for a canvas. */
const BAND_PIXELS = 1 << 20

/**
 * Splits an image into bands of full-width rows, each of at most `BAND_PIXELS` px but at least `step` rows. Each band
 * but the last has a multiple of `step` rows.
 */
export function rowBands({ width, height }: Size, step = 1): Rect[] {
  const rows = Math.max(1, Math.floor(BAND_PIXELS / width / step)) * step
  const bands: Rect[] = []
  for (let y = 0; y < height; y += rows) bands.push({ x: 0, y, width, height: Math.min(rows, height - y) })
  return bands
}

/** The values of an image: bytes, or floats. */
export type Samples = Uint8Array | Uint8ClampedArray | Float32Array

/**
 * Copies the pixels in the intersection of two rectangles. `from` contains the pixels of `source`, and `into` those of
 * `target`, both row-major with `step` values per px.
 */
export function copyRect(from: Samples, source: Rect, into: Samples, target: Rect, step = 1): void {
  const { x, y, width, height } = intersection(source, target) ?? EMPTY_RECT
  const offsetIn = (rect: Rect, row: number) => step * ((row - rect.y) * rect.width + x - rect.x)
  for (let row = y; row < y + height; row++) {
    const start = offsetIn(source, row)
    into.set(from.subarray(start, start + step * width), offsetIn(target, row))
  }
}

/**
 * Returns disjoint rectangles that together cover the same area as `rects`. Cuts the plane into horizontal bands at
 * each top and bottom edge, and each band into its covered spans along x.
 */
export function disjointRects(rects: readonly Rect[]): Rect[] {
  const edges = [...new Set(rects.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b)
  return edges.slice(1).flatMap((bottom, i) => {
    const top = edges[i] as number
    const crossed = rects.filter(({ y, height }) => y <= top && y + height >= bottom)
    return spansOf(crossed).map(([left, right]) => ({ x: left, y: top, width: right - left, height: bottom - top }))
  })
}

/** Returns the union of the rectangles' x intervals, from left to right. Intervals that touch become one interval. */
function spansOf(rects: readonly Rect[]): [left: number, right: number][] {
  const spans: [number, number][] = []
  for (const { x, width } of rects.toSorted((a, b) => a.x - b.x)) {
    const last = spans.at(-1)
    if (last && x <= last[1]) last[1] = Math.max(last[1], x + width)
    else if (width > 0) spans.push([x, x + width])
  }
  return spans
}
