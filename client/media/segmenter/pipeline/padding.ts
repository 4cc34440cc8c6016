import { type Plane, zeroPlane } from './plane.ts'

/** Adds `padding` px on every side that repeat the outermost values. */
export function padReplicate(plane: Plane, padding: number): Plane {
  const { width, height, values } = plane
  const to = zeroPlane({ width: width + 2 * padding, height: height + 2 * padding })
  for (let y = 0; y < to.height; y++) {
    const from = Math.min(height - 1, Math.max(0, y - padding)) * width
    const at = y * to.width
    to.values.fill(values[from] ?? 0, at, at + padding)
    to.values.set(values.subarray(from, from + width), at + padding)
    to.values.fill(values[from + width - 1] ?? 0, at + padding + width, at + to.width)
  }
  return to
}

/** Removes `padding` px from every side. */
export function cropPadding(plane: Plane, padding: number): Plane {
  const to = zeroPlane({ width: plane.width - 2 * padding, height: plane.height - 2 * padding })
  for (let y = 0; y < to.height; y++) {
    const from = (y + padding) * plane.width + padding
    to.values.set(plane.values.subarray(from, from + to.width), y * to.width)
  }
  return to
}
