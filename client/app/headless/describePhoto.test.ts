import { expect, it } from 'vitest'
import { freeAreas } from './describePhoto.ts'

/** Returns a mask that covers the pixels in the box (fractions of the sides). */
function maskOf(side: number, [left, top, right, bottom]: readonly [number, number, number, number]) {
  const coverage = Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) / side, Math.floor(i / side) / side]
    return x >= left && x < right && y >= top && y < bottom ? 255 : 0
  })
  return { width: side, height: side, coverage }
}

it('freeAreas returns the areas outside the subject, largest first', () => {
  const areas = freeAreas(maskOf(200, [0.2, 0, 0.5, 1]), { x: 0, y: 0, width: 200, height: 200 })
  expect(areas).toEqual([
    { x: 50, y: 0, width: 50, height: 100 },
    { x: 0, y: 0, width: 20, height: 100 },
  ])
})

it('freeAreas does not return any area when the subject covers the photo', () => {
  expect(freeAreas(maskOf(100, [0, 0, 1, 1]), { x: 0, y: 0, width: 100, height: 100 })).toEqual([])
})

it('freeAreas returns the whole photo when the mask is empty', () => {
  expect(freeAreas(maskOf(50, [0, 0, 0, 0]), { x: 0, y: 0, width: 50, height: 50 })).toEqual([
    { x: 0, y: 0, width: 100, height: 100 },
  ])
})

it('freeAreas returns areas in percent of the frame', () => {
  const areas = freeAreas(maskOf(200, [0, 0, 0.75, 1]), { x: 100, y: 0, width: 100, height: 200 })
  expect(areas).toEqual([{ x: 50, y: 0, width: 50, height: 100 }])
})
