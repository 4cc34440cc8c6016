/** How strongly a brush acts where it has gone: by the distance from its way and, snapping, by the photo's colours. */
import type { Rect } from '../../../kit/base/geometry.ts'
import type { MendStroke } from '../../../model/document/maskEdits.ts'
import { colourAt, type PhotoPixels } from './photoTiles.ts'
import type { TileGrid } from './TileGrid.ts'

/** Up to here a colour is taken for the brush's own, from there on for another: distance in sRGB codes. */
const ALIKE = 28
const OTHER = 64

/** What the way from point `index - 1` to point `index` may touch, photo px. */
export function legBox({ points, size }: MendStroke, index: number): Rect {
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
 * Raises `strength` (0..255 per px of the tile) to that of the stroke's ways from the point numbered `first` on. Each
 * pixel is worked out from the stroke and the photo alone, so tiles agree however they are asked for.
 */
export function strengthen(
  strength: Uint8Array,
  tile: number,
  stroke: MendStroke,
  first: number,
  grid: TileGrid,
  photo: PhotoPixels,
): void {
  const rect = grid.rectOf(tile)
  const pixels = stroke.isSnapping ? photo.tile(tile) : null
  const outer = stroke.size / 2 + 0.5
  const inner = Math.min((stroke.size / 2) * (stroke.hardness / 100), outer - 1)
  for (let leg = first; leg < stroke.points.length; leg++) {
    const to = stroke.points[leg]
    const from = stroke.points[leg - 1] ?? to
    if (!to || !from) continue
    const box = legBox(stroke, leg)
    const left = Math.max(rect.x, Math.floor(box.x))
    const right = Math.min(rect.x + rect.width, Math.ceil(box.x + box.width))
    const top = Math.max(rect.y, Math.floor(box.y))
    const bottom = Math.min(rect.y + rect.height, Math.ceil(box.y + box.height))
    if (left >= right || top >= bottom) continue
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = dx * dx + dy * dy
    const [r0, g0, b0] = pixels ? colourAt(photo, grid, from) : [0, 0, 0]
    const [r1, g1, b1] = pixels ? colourAt(photo, grid, to) : [0, 0, 0]
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const [px, py] = [x + 0.5 - from.x, y + 0.5 - from.y]
        const t = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 1
        const distance = Math.hypot(px - t * dx, py - t * dy)
        if (distance >= outer) continue
        const at = (y - rect.y) * rect.width + x - rect.x
        let own = 1 - eased((distance - inner) / (outer - inner))
        if (pixels) {
          const [r, g, b] = [r0 + t * (r1 - r0), g0 + t * (g1 - g0), b0 + t * (b1 - b0)]
          const apart = Math.hypot(
            (pixels[4 * at] ?? 0) - r,
            (pixels[4 * at + 1] ?? 0) - g,
            (pixels[4 * at + 2] ?? 0) - b,
          )
          own *= 1 - eased((apart - ALIKE) / (OTHER - ALIKE))
        }
        const byte = Math.round(255 * own)
        if (byte > (strength[at] ?? 0)) strength[at] = byte
      }
  }
}

/** From 0 to 1 with no corner at either end. */
function eased(t: number): number {
  const held = Math.min(1, Math.max(0, t))
  return held * held * (3 - 2 * held)
}
