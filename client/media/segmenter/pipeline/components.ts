/** Connected components (4-connectivity) and union of binary masks. */
import type { Point } from '#client/kit/geometry/geometry.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { type BinaryMask, pixelAt } from './plane.ts'

/**
 * Returns up to `maxCount` 4-connected components, largest first. Each component has at least `minFraction` (0..1) of
 * the largest component's area.
 */
export function largestComponents(region: BinaryMask, minFraction: number, maxCount: number): BinaryMask[] {
  const { width, height } = region
  const { labels, areas } = labelComponents(region)
  const ranked = areas
    .map((area, i) => ({ area, label: i + 1 }))
    .sort((a, b) => b.area - a.area)
    .slice(0, maxCount)
  return ranked
    .filter(({ area }) => area >= minFraction * (ranked[0]?.area ?? 0))
    .map(({ label }) => ({ width, height, inside: new Uint8Array(labels.map((own) => Number(own === label))) }))
}

/** Returns the 4-connected component that contains a point (px), or null if the point is outside the mask. */
export function componentAt(region: BinaryMask, { x, y }: Point): BinaryMask | null {
  const { width, height } = region
  if (!(x >= 0 && y >= 0 && x < width && y < height)) return null
  const { labels } = labelComponents(region)
  const own = labels[pixelAt({ x, y }, region)] ?? 0
  return own > 0 ? { width, height, inside: new Uint8Array(labels.map((label) => Number(label === own))) } : null
}

/** Returns the union of masks of equal size. @throws if the list is empty */
export function unionOfMasks(regions: readonly BinaryMask[]): BinaryMask {
  const [first] = regions
  if (!first) throw new Error('a union needs at least one region')
  const inside = first.inside.slice()
  for (const other of regions) for (let i = 0; i < inside.length; i++) if (other.inside[i]) inside[i] = 1
  return { ...first, inside }
}
