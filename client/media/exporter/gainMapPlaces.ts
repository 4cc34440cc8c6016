/**
 * Positions of a gain map's px relative to the px that the scene paints. Readers spread the map evenly over its
 * picture. A picture that begins at an odd px, or has odd sides, doesn't consist of whole px of the painted map.
 */
import type { Rect } from '#client/kit/base/geometry.ts'
import type { PixelSource } from './pixelSource.ts'

/** Position of each px along one side, in painted px. 0 = centre of the first painted px; NaN = outside the picture. */
type Places = Float64Array

/** One side of an exported rectangle. All lengths but `stretch` are output px of the picture. */
interface Side {
  /** Start of the rectangle, and its length. */
  start: number
  length: number
  /** Length of the picture, and its start in the turned canvas. */
  picture: number
  origin: number
  /** Twice the painted px per px of the picture: above 1 for a photo with an odd side. */
  stretch: number
  /** Number of painted px. */
  painted: number
}

/** Returns the positions of the px of a map with half the length, rounded up. */
export function placesOf({ start, length, picture, origin, stretch, painted }: Side): Places {
  const count = Math.ceil(length / 2)
  return Float64Array.from({ length: count }, (_, i) => {
    const at = start + ((i + 0.5) * length) / count
    if (at < 0 || at > picture) return Number.NaN
    const place = Math.round(PRECISION * (((origin + at) * stretch) / 2 - 0.5)) / PRECISION
    return Math.min(painted - 1, Math.max(0, place))
  })
}

/** Steps per px that hide rounding errors, so that a position on a painted px is a whole number. */
const PRECISION = 2 ** 16

/**
 * Returns the map with px at these positions, interpolated linearly as readers do, and transparent outside the picture.
 * `source`: the painted map, premultiplied.
 */
export function resampledGain(source: Pick<PixelSource, 'size' | 'maxSide' | 'paint'>, xs: Places, ys: Places) {
  const { size, maxSide } = source
  return {
    size: { width: xs.length, height: ys.length },
    opaque: false,
    maxSide: maxSide - 2,
    async paint(region: Rect, into = new Uint8Array(4 * region.width * region.height)) {
      const [columns, rows] = [part(xs, region.x, region.width), part(ys, region.y, region.height)]
      const [across, down] = [spanOf(columns, size.width), spanOf(rows, size.height)]
      if (!across || !down) return into.fill(0)
      const painted = { x: across.from, y: down.from, width: across.length, height: down.length }
      if (across.isWhole && down.isWhole) return source.paint(painted, into)
      mix(await source.paint(painted), painted, { columns, rows }, into)
      return into
    },
  }
}

const part = (places: Places, from: number, length: number) => places.subarray(from, from + length)

/** Returns the painted px that these positions need; null = none. `isWhole`: the positions are exactly these px. */
function spanOf(places: Places, painted: number) {
  const inside = places.filter((place) => place >= 0)
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) return null
  const from = Math.floor(first)
  const isWhole = places.every((place, i) => place === from + i)
  return { from, length: (isWhole ? last : Math.min(painted - 1, Math.floor(last) + 1)) - from + 1, isWhole }
}

/** Writes the px at each column and row (painted px). `painted`: the rectangle of `pixels`. */
function mix(
  pixels: Uint8Array,
  painted: Rect,
  { columns, rows }: { columns: Places; rows: Places },
  into: Uint8Array,
) {
  const { width, height } = painted
  let to = 0
  for (const row of rows) {
    const top = Math.floor(row) - painted.y
    const [below, v] = [Math.min(height - 1, top + 1) - top, row - Math.floor(row)]
    for (const column of columns) {
      const left = Math.floor(column) - painted.x
      const [right, u] = [4 * (Math.min(width - 1, left + 1) - left), column - Math.floor(column)]
      const [a, b] = [4 * (top * width + left), 4 * ((top + below) * width + left)]
      for (let c = 0; c < 4; c++, to++) {
        const upper = (pixels[a + c] as number) * (1 - u) + (pixels[a + right + c] as number) * u
        const lower = (pixels[b + c] as number) * (1 - u) + (pixels[b + right + c] as number) * u
        into[to] = Math.round(upper * (1 - v) + lower * v) // NaN, outside the picture, becomes 0
      }
    }
  }
}
