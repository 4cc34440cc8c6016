import type { Point, Size } from '../../kit/base/geometry.ts'

/** Minimum gap between two watermarks, in multiples of their height. */
const GAP = 1

/**
 * Returns where to repeat the watermark: at corners and edges, as many as fit without overlap (spec §9), each as
 * fractions of the free space (0 = left or top). `room`: available size; `watermark`: size of one; CSS px.
 */
export function watermarkPositions(room: Size, watermark: Size): Point[] {
  const gap = GAP * watermark.height
  const columns = along(room.width, watermark.width, gap)
  const rows = along(room.height, watermark.height, gap)
  const all = rows.flatMap((y) => columns.map((x) => ({ x, y })))
  return all.length === 9 ? all.filter(({ x, y }) => x !== 0.5 || y !== 0.5) : all // the picture's middle stays clear
}

/** Three positions, two, or one, as they fit. */
function along(room: number, length: number, gap: number): number[] {
  if (room >= 3 * length + 2 * gap) return [0, 0.5, 1]
  return room >= 2 * length + gap ? [0, 1] : [0.5]
}
