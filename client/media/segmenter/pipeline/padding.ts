/** A margin around a map, in which its outermost values go on. */
import { emptyPlane, type Plane } from './plane.ts'

/** `margin`: px on every side. */
export function widened(plane: Plane, margin: number): Plane {
  const { width, height, values } = plane
  const to = emptyPlane({ width: width + 2 * margin, height: height + 2 * margin })
  for (let y = 0; y < to.height; y++) {
    const from = Math.min(height - 1, Math.max(0, y - margin)) * width
    const at = y * to.width
    to.values.fill(values[from] ?? 0, at, at + margin)
    to.values.set(values.subarray(from, from + width), at + margin)
    to.values.fill(values[from + width - 1] ?? 0, at + margin + width, at + to.width)
  }
  return to
}

/** What is left of a map without its margin. */
export function narrowed(plane: Plane, margin: number): Plane {
  const to = emptyPlane({ width: plane.width - 2 * margin, height: plane.height - 2 * margin })
  for (let y = 0; y < to.height; y++) {
    const from = (y + margin) * plane.width + margin
    to.values.set(plane.values.subarray(from, from + to.width), y * to.width)
  }
  return to
}
