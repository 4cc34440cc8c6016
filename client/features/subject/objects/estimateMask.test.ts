import { expect, it } from 'vitest'
import type { SelectionInput } from '#client/media/segmenter/segmentationTypes.ts'
import { estimateMask } from './estimateMask.ts'

const [WIDTH, HEIGHT] = [100, 80]

/** Returns a gray photo with an object in two colors: the left half of a rectangle is red, the right half dark blue. */
function photoOf(left: number, top: number, width: number, height: number) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(200)
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++)
      data.set(x < left + width / 2 ? [220, 30, 30] : [20, 20, 60], 4 * (y * WIDTH + x))
  return { width: WIDTH, height: HEIGHT, data }
}
const click = (x: number, y: number): SelectionInput['points'] => [{ x, y, kind: 'in' }]

/** Estimates the mask. Returns the mask's area in px, and a function that returns true for fully covered pixels. */
function estimated(photo: ReturnType<typeof photoOf>, points: SelectionInput['points']) {
  const { coverage } = estimateMask(photo, points)!
  return {
    area: coverage.filter((value) => value > 0).length,
    covers: (x: number, y: number) => coverage[y * WIDTH + x] === 255,
  }
}

it('the mask estimated for a click covers the object but little of its surroundings', () => {
  const { area, covers } = estimated(photoOf(40, 30, 16, 24), click(47, 35))
  expect([covers(41, 31), covers(55, 52), covers(30, 31), covers(48, 60)]).toEqual([true, true, false, false])
  expect(area).toBeLessThan(20 * 28)
})

it("the mask estimated for a dark object doesn't cover the transparent pixels around it", () => {
  const photo = photoOf(40, 30, 16, 24)
  photo.data = photo.data.map((_, i) => {
    const [x, y] = [Math.floor(i / 4) % WIDTH, Math.floor(i / 4 / WIDTH)]
    return i % 4 === 3 && x >= 40 && x < 56 && y >= 30 && y < 54 ? 255 : 0
  })
  const { area, covers } = estimated(photo, click(47, 35))
  expect([area, covers(41, 31)]).toEqual([16 * 24, true])
})

it('the mask estimated for a box is the ellipse in the box', () => {
  const box = [
    { x: 30, y: 20, kind: 'box-start' },
    { x: 70, y: 60, kind: 'box-end' },
  ] satisfies SelectionInput['points']
  const { area, covers } = estimated(photoOf(40, 30, 16, 24), box)
  expect([covers(50, 40), covers(31, 21)]).toEqual([true, false])
  expect(area).toBeCloseTo(Math.PI * 20 * 20, -2)
})

it('no mask is estimated for a click on the background', () => {
  expect(estimateMask(photoOf(0, 0, 8, 8), click(60, 40))).toBeNull()
})

it("the mask estimated for a click at the photo's edge covers the clicked object", () => {
  const { covers } = estimated(photoOf(90, 60, 10, 20), click(98.5, 78.5))
  expect([covers(97, 65), covers(70, 40)]).toEqual([true, false])
})
