/** What a click takes: of what was drawn there, the one part that it touches. */
import type { Point } from '../../../kit/base/geometry.ts'
import { labelled } from './components.ts'
import { above, type Plane } from './plane.ts'

const NOTHING = -20

/** `logits` without the parts that none of the places (grid px) lies in; as they are where all lie beside. */
export function touched(logits: Plane, places: readonly Point[]): Plane {
  const { width, height } = logits
  const { labels } = labelled(above(logits, 0))
  const held = (place: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(place)))
  const own = new Set(places.map(({ x, y }) => labels[held(y, height) * width + held(x, width)] ?? 0))
  own.delete(0)
  if (own.size === 0) return logits
  const values = logits.values.map((value, i) => (own.has(labels[i] ?? 0) || value <= 0 ? value : NOTHING))
  return { width, height, values }
}
