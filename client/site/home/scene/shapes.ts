/**
 * Returns a pseudo-random number generator with values in [0, 1) (Mulberry32). Equal seeds give equal sequences, so the
 * scene is the same at each visit.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A point of the scene, px of its 1600 × 800 viewBox. */
export type Point = readonly [x: number, y: number]

/**
 * Returns a rough line through `points`, like stone or hills, by midpoint displacement (Fournier, Fussell and Carpenter
 * 1982). The line contains all given points. `points` has the syntax of the SVG attribute: '0,100 400,40'. A midpoint
 * moves up or down by at most half of `roughness` × its segment's length. `detail`: number of subdivisions. Each
 * subdivision doubles the number of segments.
 */
export function midpointDisplacement(
  points: string,
  { roughness, detail, seed }: Record<'roughness' | 'detail' | 'seed', number>,
): Point[] {
  const random = randomFrom(seed)
  let line = points.split(' ').map((point): Point => {
    const [x, y] = point.split(',').map(Number)
    return [x ?? 0, y ?? 0]
  })
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

/** Rounds to tenths, which shortens the paths' text. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** Returns the SVG path data of an open line. */
export const linePath = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/**
 * Returns the SVG path data of the area between a line and the horizontal line y = `bottom`, scene px; '' if there are
 * no points.
 */
export function landPath(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${linePath(points)}L${round(last[0])} ${bottom}L${round(first[0])} ${bottom}Z`
}
