import type { Size } from '../../kit/base/geometry.ts'
import { dilate } from './holes.ts'
import { CHANNELS, PATCH_RADIUS } from './parameters.ts'
import type { Level } from './pyramid.ts'

/** A source is looked for this far away at first, px; twice as far if there is none. */
const FIRST_REACH = 24

/**
 * Writes the first estimate of the hole at the coarsest level into the level's features, ring by ring from the rim:
 * each px takes the centre of the source patch that agrees best with what is known around the px. `isSource`: as in
 * SearchProblem.
 */
export function onionPeel(level: Level, isSource: Uint8Array): void {
  const { width, height, features, hole } = level
  const known = hole.map((value) => 1 - value)
  for (;;) {
    const near = dilate(known, level, 1)
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

/** -1 when the level has no source. */
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

/** Sum of squared differences of the known pixels about the target, or infinity if it is not below `most`. */
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
