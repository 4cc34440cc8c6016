import { expect, it } from 'vitest'
import { distanceInside } from '#client/kit/base/morphology.ts'
import { fullSizeHole } from './holes.ts'

it("the fill's opacity rises from the hole's rim over two thirds of the margin", () => {
  const size = { width: 2000, height: 900 } // the margin is 0.6 % of the longer side: 12 px
  const coverage = new Uint8Array(size.width * size.height)
  for (let y = 0; y < 700; y++) for (let x = 300; x < 900 + y; x++) coverage[y * size.width + x] = (x + y) % 7
  const { hole, opacity } = fullSizeHole(coverage, size)
  const depth = distanceInside(hole, size)
  expect(Math.max(...new Set(depth))).toBeGreaterThan(255)
  const differing = opacity.findIndex((value, i) => value !== Math.min(255, Math.floor((255 * (depth[i] ?? 0)) / 9)))
  expect(differing).toBe(-1)
})
