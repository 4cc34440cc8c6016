/**
 * Computes the brush coverage of a stroke from the distance to its path and, with Snap to edges, from the photo's
 * colors.
 */
import { distanceToSegment, nearestShare, type Rect } from '#client/kit/geometry/geometry.ts'
import type { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import { smoothstep } from '#client/kit/values/numbers.ts'
import type { MaskStroke } from '#client/model/document/maskEdits.ts'
import { colorAt, type TileReader } from './TileReader.ts'

/**
 * Maximum color distance at which the brush has full effect, in sRGB codes. At the distance of the next constant and
 * beyond, the brush has no effect.
 */
const SAME_COLOR = 28
const DIFFERENT_COLOR = 64

/**
 * Returns the bounds of the brush along the segment from point `index − 1` to point `index` of a stroke, in photo px.
 */
export function segmentBounds({ points, size }: MaskStroke, index: number): Rect {
  const to = points[index] ?? { x: 0, y: 0 }
  const from = points[index - 1] ?? to
  const reach = size / 2 + 1
  return {
    x: Math.min(from.x, to.x) - reach,
    y: Math.min(from.y, to.y) - reach,
    width: Math.abs(from.x - to.x) + 2 * reach,
    height: Math.abs(from.y - to.y) + 2 * reach,
  }
}

/**
 * Raises `brushCoverage` (0..255 per px of the tile) to the coverage of the stroke's segments from point `first` on. A
 * pixel's coverage depends only on the stroke and the photo, not on the order of the tiles.
 */
export function accumulateBrushCoverage(
  brushCoverage: Uint8Array,
  tile: number,
  stroke: MaskStroke,
  first: number,
  grid: TileGrid,
  photo: TileReader,
): void {
  const rect = grid.rectOf(tile)
  const pixels = stroke.isSnapping ? photo.tile(tile) : null
  const outerRadius = stroke.size / 2 + 0.5
  const innerRadius = Math.min((stroke.size / 2) * (stroke.hardness / 100), outerRadius - 1)
  for (let segment = first; segment < stroke.points.length; segment++) {
    const to = stroke.points[segment]
    const from = stroke.points[segment - 1] ?? to
    if (!to || !from) continue
    const box = segmentBounds(stroke, segment)
    const left = Math.max(rect.x, Math.floor(box.x))
    const right = Math.min(rect.x + rect.width, Math.ceil(box.x + box.width))
    const top = Math.max(rect.y, Math.floor(box.y))
    const bottom = Math.min(rect.y + rect.height, Math.ceil(box.y + box.height))
    if (left >= right || top >= bottom) continue
    const [r0, g0, b0] = pixels ? colorAt(photo, grid, from) : [0, 0, 0]
    const [r1, g1, b1] = pixels ? colorAt(photo, grid, to) : [0, 0, 0]
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const t = nearestShare(x + 0.5, y + 0.5, from, to)
        const distance = distanceToSegment(x + 0.5, y + 0.5, from, to, t)
        if (distance >= outerRadius) continue
        const at = (y - rect.y) * rect.width + x - rect.x
        let opacity = 1 - smoothstep(innerRadius, outerRadius, distance)
        if (pixels) {
          const [r, g, b] = [r0 + t * (r1 - r0), g0 + t * (g1 - g0), b0 + t * (b1 - b0)]
          const colorDistance = Math.hypot(
            (pixels[4 * at] ?? 0) - r,
            (pixels[4 * at + 1] ?? 0) - g,
            (pixels[4 * at + 2] ?? 0) - b,
          )
          opacity *= 1 - smoothstep(SAME_COLOR, DIFFERENT_COLOR, colorDistance)
        }
        const byte = Math.round(255 * opacity)
        if (byte > (brushCoverage[at] ?? 0)) brushCoverage[at] = byte
      }
  }
}
