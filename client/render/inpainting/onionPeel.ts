import type { Size } from '#client/kit/geometry/geometry.ts'
import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { CHANNELS, PATCH_RADIUS } from './parameters.ts'
import type { Level } from './pyramid.ts'

/** Initial search radius for a source patch, px. The radius is doubled until a source is found. */
const FIRST_REACH = 24

/**
 * Writes the first estimate of the hole at the coarsest level, ring by ring from the rim. Each pixel copies the center
 * pixel of the source patch that best matches the known pixels around it. `isSource`: as in SearchProblem.
 */
export function onionPeel(level: Level, isSource: Uint8Array): void {
  const { width, height, features, hole } = level
  const known = hole.map((value) => 1 - value)
  for (;;) {
    const near = dilateSquare(known, level, 1)
    const ring = [...near.keys()].filter((at) => near[at] && !known[at])
    if (ring.length === 0) return
    for (const at of ring) {
      const from = bestSource(level, isSource, known, at)
      if (from >= 0) features.copyWithin(CHANNELS * at, CHANNELS * from, CHANNELS * (from + 1))
    }
    for (const at of ring) known[at] = 1
    if (ring.length === width * height) return
  }
}

/** Returns the pixel index of the best source patch's center, or -1 if the level has no source. */
function bestSource(level: Level, isSource: Uint8Array, known: Uint8Array, target: number): number {
  const { width, height } = level
  const [x, y] = [target % width, Math.floor(target / width)]
  for (let reach = FIRST_REACH; ; reach *= 2) {
    let [best, least] = [-1, Number.POSITIVE_INFINITY]
    for (let sy = Math.max(0, y - reach); sy <= Math.min(height - 1, y + reach); sy++)
      for (let sx = Math.max(0, x - reach); sx <= Math.min(width - 1, x + reach); sx++) {
        const source = sy * width + sx
        if (!isSource[source]) continue
        const distance = knownDistance(level, known, target, source, least)
        if (distance < least) [best, least] = [source, distance]
      }
    if (best >= 0 || reach > width + height) return best
  }
}

/**
 * Returns the sum of squared differences of the known pixels around the target, or Infinity if the sum isn't below
 * `most`.
 */
function knownDistance(
  { width, height, features }: Level & Size,
  known: Uint8Array,
  target: number,
  source: number,
  most: number,
): number {
  const [x, y] = [target % width, Math.floor(target / width)]
  let sum = 0
  for (let j = Math.max(-PATCH_RADIUS, -y); j <= Math.min(PATCH_RADIUS, height - 1 - y); j++) {
    for (let i = Math.max(-PATCH_RADIUS, -x); i <= Math.min(PATCH_RADIUS, width - 1 - x); i++) {
      const at = target + j * width + i
      if (!known[at]) continue
      const [a, b] = [CHANNELS * at, CHANNELS * (source + j * width + i)]
      for (let c = 0; c < 5; c++) sum += ((features[a + c] ?? 0) - (features[b + c] ?? 0)) ** 2
    }
    if (sum >= most) return Number.POSITIVE_INFINITY
  }
  return sum
}
