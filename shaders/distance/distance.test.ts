import { expect, it } from 'vitest'
import { randomFrom } from '../../tests/helpers/random.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import { type CoverageTexels, distanceApron, FAR, firstJump, UNITS_PER_TEXEL } from './encoding.ts'
import { asHalf, halfBits } from './half.ts'
import { cellArc, pointOn } from './seeds.ts'
import { signedDistances } from './transform.ts'

/**
 * Returns the largest error, texels, among the texels whose true distance is within the range. Checks all texels or
 * every n-th texel.
 */
function worstError(
  coverage: CoverageTexels,
  range: number,
  exact: (x: number, y: number) => number,
  every = 1,
): number {
  const field = signedDistances(coverage, range)
  let worst = 0
  for (let y = 0; y < coverage.height; y += every)
    for (let x = 0; x < coverage.width; x += every) {
      const truth = exact(x, y)
      if (Math.abs(truth) > range - 1) continue
      worst = Math.max(worst, Math.abs((field[y * coverage.width + x] ?? 0) / UNITS_PER_TEXEL - truth))
    }
  return worst
}

it.each([
  [40, 0.3, 0.7],
  [15, 0.1, 0.45],
  [33.4, 0.77, 0.13],
])('distances to the contour of a disc of radius %f are exact to 0.1 texels', (radius, dx, dy) => {
  const disc = (x: number, y: number) => Math.hypot(x - 90 - dx, y - 70 - dy) - radius
  expect(worstError(rasterised(180, 140, disc), 100, disc)).toBeLessThan(0.1)
})

it.each([
  [2.2, 30, -40],
  [3, 40, 11],
])('distances to the round end of a strand of radius %f are exact to 0.1 texels', (half, dx, dy) => {
  const strand = (x: number, y: number) => {
    const along = Math.min(Math.max(((x - 50.3) * dx + (y - 70.6) * dy) / (dx * dx + dy * dy), 0), 1)
    return Math.hypot(x - 50.3 - along * dx, y - 70.6 - along * dy) - half
  }
  const outside = (x: number, y: number) => (strand(x, y) > 0.75 ? strand(x, y) : Number.POSITIVE_INFINITY)
  expect(worstError(rasterised(140, 110, strand), 60, outside)).toBeLessThan(0.1)
})

it.each([0, 7, 20, 33, 45])('distances to a straight edge at %i degrees are exact to 0.05 texels', (degrees) => {
  const angle = (degrees * Math.PI) / 180
  const edge = (x: number, y: number) => (x - 40.3) * Math.cos(angle) + (y - 30.1) * Math.sin(angle)
  const field = signedDistances(rasterised(80, 60, edge), 60)
  for (let y = 25; y < 35; y++)
    for (let x = 30; x < 50; x++)
      expect(Math.abs((field[y * 80 + x] ?? 0) / UNITS_PER_TEXEL - edge(x, y))).toBeLessThan(0.05)
})

it('distances to a contour with thin strands are exact to 0.1 texels', () => {
  const random = randomFrom(11)
  const strands = Array.from({ length: 12 }, () => [random() * 140, random() * 20, 0.5 + random()] as const)
  const shape = (x: number, y: number) =>
    strands.reduce(
      (nearest, [end, bend, half]) => {
        const along = Math.min(Math.max(y / 90, 0), 1)
        const middle = 70 + (end - 70) * along + bend * Math.sin(along * 5)
        return Math.min(nearest, y > 90 ? Math.hypot(x - middle, y - 90) - half : Math.abs(x - middle) - half)
      },
      Math.hypot(x - 70, y - 5) - 22,
    )
  const coverage = rasterised(140, 110, shape)
  const contour = contourOf(coverage)
  const inside = (x: number, y: number) => ((coverage.bytes[y * 140 + x] ?? 0) >= 128 ? -1 : 1)
  expect(worstError(coverage, 100, (x, y) => inside(x, y) * exactDistance(contour, x, y), 3)).toBeLessThan(0.1)
})

it('the distance field is FAR beyond the range and if there is no contour', () => {
  const dot = rasterised(60, 3, (x) => Math.abs(x - 5) - 2)
  const field = signedDistances(dot, 20)
  expect(field[60 + 59]).toBe(FAR)
  expect(signedDistances({ width: 4, height: 4, bytes: new Uint8Array(16).fill(255) }, 20)[5]).toBe(-FAR)
})

it("the image's edge is not a contour where it cuts off the subject", () => {
  const cut = rasterised(30, 20, (x) => x - 12)
  const field = signedDistances(cut, 30)
  expect((field[3] ?? 0) / UNITS_PER_TEXEL).toBeCloseTo(-9, 1)
  expect((field[19 * 30] ?? 0) / UNITS_PER_TEXEL).toBeCloseTo(-12, 1)
})

const RANGES = [1, 5, 50, 202, 511]

it.each(RANGES)('the steps of the jump flood algorithm add up to more than the range of %i texels', (range) => {
  expect(2 * firstJump(range) - 1).toBeGreaterThanOrEqual(range + 2)
})

it.each(RANGES)('the margin around a tile for a range of %i texels is less than four ranges plus 9 texels', (range) => {
  expect(distanceApron(range)).toBeLessThan(4 * range + 9)
})

it('halfBits writes exact half floats', () => {
  expect(halfBits(1)).toBe(0x3c00)
  expect(halfBits(0.5)).toBe(0x3800)
  expect(halfBits(1 / 64)).toBe(0x2400)
  expect(halfBits(65504)).toBe(0x7bff)
  expect(halfBits(2 ** -24)).toBe(1)
  expect([...asHalf(Int16Array.of(64, -64, FAR, 0), 10)]).toEqual([0x3c00, 0xbc00, halfBits(10), 0])
})

/** End points x0, y0, x1, y1 in texels. Texel centers have integer coordinates. */
type Segment = readonly [number, number, number, number]

/** Maximum length of a segment, texels, because each segment is inside one texel's cell. */
const MAX_SEGMENT = 2

/** Returns the unsigned distance in texels from (x, y) to the nearest segment of the half-coverage contour. */
function exactDistance(contour: readonly Segment[], x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY
  for (const [ax, ay, bx, by] of contour) {
    if (Math.abs(ax - x) > best + MAX_SEGMENT || Math.abs(ay - y) > best + MAX_SEGMENT) continue
    const [dx, dy] = [bx - ax, by - ay]
    const length = dx * dx + dy * dy
    const along = length > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1) : 0
    best = Math.min(best, Math.hypot(ax + along * dx - x, ay + along * dy - y))
  }
  return best
}

/** Number of straight segments per arc. */
const SEGMENTS_PER_ARC = 4

/** Returns the segments of the contour where coverage is one half, without duplicates. */
function contourOf(coverage: CoverageTexels): Segment[] {
  const pieces = new Map<string, Segment>()
  const sides = [-1, 1]
  for (let y = 0; y < coverage.height; y++)
    for (let x = 0; x < coverage.width; x++)
      for (const sy of sides)
        for (const sx of sides) {
          const arc = cellArc(coverage, x, y, sx, sy)
          if (!arc) continue
          for (let i = 0; i < SEGMENTS_PER_ARC; i++) {
            const ends = [pointOn(arc, i / SEGMENTS_PER_ARC), pointOn(arc, (i + 1) / SEGMENTS_PER_ARC)]
            const piece = ends.map((end) => [x + end.x, y + end.y]).sort(([p = 0], [q = 0]) => p - q)
            const flat = piece.flat() as unknown as Segment // safe cast: two points have four coordinates
            pieces.set(flat.map((value) => value.toFixed(6)).join(), flat)
          }
        }
  return [...pieces.values()]
}
