/** Snapping a moved box to the canvas' edges and centre. Pure; document px. */
import type { Point, Size } from '../base/geometry.ts'
import type { Guide } from '../compositor/Selection.tsx'
import type { Placed } from '../layers/kind.ts'

interface Snapped {
  center: Point
  guides: Guide[]
}

/** Half sizes of the upright rectangle around a turned box. */
export function extent({ size, rotation }: Placed): Size {
  const angle = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  return {
    width: (size.width * cos + size.height * sin) / 2,
    height: (size.width * sin + size.height * cos) / 2,
  }
}

/** Pull `center` onto the nearest line within `reach` on each axis. */
export function snapped(center: Point, placed: Placed, canvas: Size, reach: number): Snapped {
  const half = extent(placed)
  const x = nearest(center.x, half.width, canvas.width, reach)
  const y = nearest(center.y, half.height, canvas.height, reach)
  const guides: Guide[] = []
  if (x) guides.push({ axis: 'x', at: x.line })
  if (y) guides.push({ axis: 'y', at: y.line })
  return { center: { x: x?.center ?? center.x, y: y?.center ?? center.y }, guides }
}

function nearest(center: number, half: number, length: number, reach: number) {
  const candidates = [
    { center: length / 2, line: length / 2 },
    { center: half, line: 0 },
    { center: length - half, line: length },
  ]
  return candidates
    .filter((candidate) => Math.abs(candidate.center - center) <= reach)
    .sort((a, b) => Math.abs(a.center - center) - Math.abs(b.center - center))[0]
}
