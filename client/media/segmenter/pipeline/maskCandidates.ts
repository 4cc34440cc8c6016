/** Which of SAM's drawings are worth looking at. */
import type { Size } from '../../../kit/base/geometry.ts'
import { cropped } from './letterbox.ts'
import type { Plane } from './plane.ts'

/** What one decode gives: four drawings of 256 × 256 logits, and how good SAM takes each for, 0..1. */
export interface Drawings {
  masks: Float32Array
  quality: Float32Array
}

export interface Candidate {
  logits: Plane // on the grid
  /** SAM's own estimate of its overlap with an object, times how little the area depends on the threshold. 0..1. */
  quality: number
}

const BEST = { quality: 0.85, stability: 0.85 }
const SMALLEST_PX = 20
/** Of the photo: what covers more is the photo, no thing in it. */
export const LARGEST_SHARE = 0.95
const DUPLICATE = 0.9 // overlap

/** Well predicted, stable, of sensible size and no two alike; best first. */
export function candidatesFrom(drawings: readonly Drawings[], grid: Size): Candidate[] {
  const area = grid.width * grid.height
  const good: (Candidate & { area: number })[] = []
  for (const { masks, quality } of drawings)
    for (let i = 0; i < quality.length; i++) {
      const size = masks.length / quality.length
      const logits = cropped(masks.subarray(i * size, (i + 1) * size), grid)
      const predicted = Math.min(1, quality[i] ?? 0)
      const stable = countAbove(logits, 1) / Math.max(1, countAbove(logits, -1))
      const own = countAbove(logits, 0)
      if (own < SMALLEST_PX || own > LARGEST_SHARE * area) continue
      if (predicted >= BEST.quality && stable >= BEST.stability)
        good.push({ logits, quality: predicted * stable, area: own })
    }
  good.sort((a, b) => b.quality - a.quality)
  const kept: typeof good = []
  for (const one of good)
    if (
      kept.every(
        (other) =>
          Math.abs(one.area - other.area) > (1 - DUPLICATE) * other.area ||
          overlap(one.logits, other.logits) < DUPLICATE,
      )
    )
      kept.push(one)
  return kept
}

export function countAbove({ values }: Plane, threshold: number): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) > threshold) count++
  return count
}

/** Intersection over union of what lies above 0. */
export function overlap(a: Plane, b: Plane): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.values.length; i++) {
    const [inA, inB] = [(a.values[i] ?? 0) > 0, (b.values[i] ?? 0) > 0]
    if (inA && inB) both++
    if (inA || inB) either++
  }
  return either === 0 ? 1 : both / either
}
