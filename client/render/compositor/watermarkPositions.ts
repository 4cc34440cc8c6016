/** Where the watermark stands: at corners and edges, as many as have room beside each other (spec §9). Pure. */
import type { Point, Size } from '../../kit/base/geometry.ts'

/** Between two of them, in their own heights. */
const GAP = 1

/** Fractions of the room, 0 = left or top. `room` and `words` in one unit, CSS px. */
export function watermarkPositions(room: Size, words: Size): Point[] {
  const gap = GAP * words.height
  const columns = along(room.width, words.width, gap)
  const rows = along(room.height, words.height, gap)
  const all = rows.flatMap((y) => columns.map((x) => ({ x, y })))
  return all.length === 9 ? all.filter(({ x, y }) => x !== 0.5 || y !== 0.5) : all // the picture's middle stays clear
}

/** The ends and the middle, the ends, or the middle alone. */
function along(room: number, length: number, gap: number): number[] {
  if (room >= 3 * length + 2 * gap) return [0, 0.5, 1]
  return room >= 2 * length + gap ? [0, 1] : [0.5]
}
