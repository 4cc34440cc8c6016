/** Shapes of the drawn landscape: the same numbers make the same picture on every visit. Units: px of the scene's 1600 × 800. */

/** Mulberry32: small, and good enough for hills. 0..1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Point = readonly [x: number, y: number]

interface Rugged {
  /** How far the first halving moves a middle, as a share of the segment's length. */
  roughness: number
  /** Halvings; each doubles the points. */
  detail: number
  seed: number
}

/** A line through `points`, broken up by midpoint displacement as stone and hills are. */
export function rugged(points: readonly Point[], { roughness, detail, seed }: Rugged): Point[] {
  const random = randomFrom(seed)
  let line = [...points]
  for (let halving = 0; halving < detail; halving++) {
    line = line.flatMap((point, i) => {
      const next = line[i + 1]
      if (!next) return [point]
      const [[x1, y1], [x2, y2]] = [point, next]
      const length = Math.hypot(x2 - x1, y2 - y1)
      const away = (random() - 0.5) * roughness * length
      return [point, [(x1 + x2) / 2, (y1 + y2) / 2 + away] as const]
    })
  }
  return line
}

const round = (value: number) => Math.round(value * 10) / 10

export const linePath = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** The land under a line, down to `bottom`. */
export function landPath(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${linePath(points)}L${round(last[0])} ${bottom}L${round(first[0])} ${bottom}Z`
}

export interface Glint {
  x: number
  y: number
  width: number
  opacity: number
}

/** Light on the water between `top` and `bottom`, under a light at `x`: near it narrow and dense, closer to us wide and sparse. */
export function glints(
  count: number,
  { x, top, bottom, seed }: { x: number; top: number; bottom: number; seed: number },
): Glint[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const near = random() ** 1.6 // 0 = at the horizon
    const spread = 24 + near * 190
    const offset = (random() + random() + random() - 1.5) * spread
    return {
      x: round(x + offset),
      y: round(top + near * (bottom - top)),
      width: round((6 + random() * 34) * (0.4 + near * 2.2)),
      opacity: round((0.25 + random() * 0.75) * (1 - Math.abs(offset) / (spread * 1.7))),
    }
  })
}
