import { expect, it } from 'vitest'
import { distanceInside } from '#client/kit/pixels/morphology.ts'
import { fullSizeHole } from './holes.ts'

it("the opacity of a fill rises from the hole's edge over two thirds of the margin", () => {
  const size = { width: 2000, height: 900 } // the margin is 0.6 % of the longer side: 12 px
  const coverage = new Uint8Array(size.width * size.height)
  for (let y = 0; y < 700; y++) for (let x = 300; x < 900 + y; x++) coverage[y * size.width + x] = (x + y) % 7
  const { hole, opacity } = fullSizeHole(coverage, size)
  const depth = distanceInside(hole, size)
  expect(Math.max(...new Set(depth))).toBeGreaterThan(255)
  const differing = opacity.findIndex((value, i) => value !== Math.min(255, Math.floor((255 * (depth[i] ?? 0)) / 9)))
  expect(differing).toBe(-1)
})

/**
 * Returns the hole of px 40..59 of a row of 100 px, with a margin of 3 px, next to a cut-out that covers the px
 * selected by `beside`.
 */
function holeBeside(beside: (x: number) => number) {
  const coverageOf = (value: (x: number) => number) => Uint8Array.from({ length: 100 }, (_, x) => value(x))
  const object = coverageOf((x) => (x >= 40 && x < 60 ? 255 : 0))
  return fullSizeHole(object, { width: 100, height: 1 }, coverageOf(beside))
}

it("the margin of a fill doesn't cover a cut-out next to the hole", () => {
  const alone = holeBeside(() => 0)
  const { opacity, kept } = holeBeside((x) => (x > 60 ? 255 : x === 60 ? 102 : 0))
  expect(alone.opacity.slice(60, 63)).toEqual(Uint8Array.of(255, 170, 85))
  expect(opacity.slice(60, 63)).toEqual(Uint8Array.of(153, 0, 0))
  expect(opacity.slice(0, 60)).toEqual(alone.opacity.slice(0, 60))
  expect(kept?.[61]).toBe(255)
})

it('a hole inside a cut-out, such as a badge on a coat, is filled with pixels of the cut-out', () => {
  const { opacity, kept } = holeBeside((x) => (x < 40 || x >= 60 ? 255 : 0))
  expect(kept).toBeNull()
  expect(opacity).toEqual(holeBeside(() => 0).opacity)
})
