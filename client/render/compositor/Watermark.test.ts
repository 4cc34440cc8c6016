import { expect, it } from 'vitest'
import { watermarkPositions, watermarkScale } from './Watermark.tsx'

const WORDS = { width: 70, height: 16 }

it.each([
  [{ width: 800, height: 600 }, 8],
  [{ width: 300, height: 60 }, 6],
  [{ width: 170, height: 300 }, 6],
  [{ width: 170, height: 60 }, 4],
  [{ width: 300, height: 40 }, 3],
  [{ width: 60, height: 40 }, 1],
])('an image of %j shows %d watermarks without overlap', (room, count) => {
  const places = watermarkPositions(room, WORDS)
  expect(places).toHaveLength(count)
  const boxes = places.map(({ x, y }) => ({ x: x * (room.width - WORDS.width), y: y * (room.height - WORDS.height) }))
  for (const a of boxes)
    for (const b of boxes)
      if (a !== b) expect(Math.abs(a.x - b.x) >= WORDS.width || Math.abs(a.y - b.y) >= WORDS.height).toBe(true)
})

it.each([
  [800, 1],
  [240, 60 / 70],
  [149, 0.6],
  [60, 0.6],
])('watermarkScale for an image %d px wide is %d', (width, scale) => {
  expect(watermarkScale(width, WORDS.width)).toBeCloseTo(scale)
})

it("no watermark covers the image's center", () => {
  expect(watermarkPositions({ width: 800, height: 600 }, WORDS)).not.toContainEqual({ x: 0.5, y: 0.5 })
})
