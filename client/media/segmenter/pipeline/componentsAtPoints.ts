import type { Point } from '../../../kit/base/geometry.ts'
import { labelComponents } from './components.ts'
import { type Plane, thresholdPlane } from './plane.ts'

const OUTSIDE_LOGIT = -20

/**
 * Removes the connected components (logit > 0) that contain none of the points (grid px); points beyond the grid count at
 * its edge. Returns `logits` itself when no point lies in a component.
 */
export function keepComponentsAt(logits: Plane, points: readonly Point[]): Plane {
  const { width, height } = logits
  const { labels } = labelComponents(thresholdPlane(logits, 0))
  const clampedIndex = (place: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(place)))
  const keptLabels = new Set(
    points.map(({ x, y }) => labels[clampedIndex(y, height) * width + clampedIndex(x, width)] ?? 0),
  )
  keptLabels.delete(0)
  if (keptLabels.size === 0) return logits
  const values = logits.values.map((value, i) => (keptLabels.has(labels[i] ?? 0) || value <= 0 ? value : OUTSIDE_LOGIT))
  return { width, height, values }
}
