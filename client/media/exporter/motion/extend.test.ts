import { expect, it } from 'vitest'
import { visibleBounds } from '#client/model/assets/pixels.ts'
import { mirrorBeyond } from './extend.ts'

/** Returns a column of pixels with the given red channels and alpha values. */
const column = (values: readonly (readonly [red: number, alpha: number])[]) =>
  new Uint8ClampedArray(values.flatMap(([red, alpha]) => [red, 0, 0, alpha]))
const pairs = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, i) => [pixels[4 * i], pixels[4 * i + 3]])

it('the last rows of content are mirrored at the edge', () => {
  const pixels = column([
    [0, 0],
    [10, 255],
    [20, 255],
    [30, 200],
    [0, 0],
    [0, 0],
  ])
  mirrorBeyond(pixels, { width: 1, height: 6 }, { x: 0, y: 0, width: 1, height: 4 })
  expect(pairs(pixels)).toEqual([
    [0, 0],
    [10, 255],
    [20, 255],
    [30, 200],
    [30, 200],
    [20, 200],
  ])
})

it('content that ends before the edge is not mirrored', () => {
  const pixels = column([
    [10, 255],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  mirrorBeyond(pixels, { width: 1, height: 4 }, { x: 0, y: 0, width: 1, height: 2 })
  expect(pairs(pixels).slice(2)).toEqual([
    [0, 0],
    [0, 0],
  ])
})

it("visible pixels outside the canvas don't change", () => {
  const pixels = column([
    [10, 255],
    [77, 9],
  ])
  mirrorBeyond(pixels, { width: 1, height: 2 }, { x: 0, y: 0, width: 1, height: 1 })
  expect(pairs(pixels)[1]).toEqual([77, 9])
})

it('the corners outside the canvas are filled by mirroring', () => {
  const pixels = new Uint8ClampedArray(4 * 9)
  pixels.set([5, 6, 7, 255], 4 * 4)
  mirrorBeyond(pixels, { width: 3, height: 3 }, { x: 1, y: 1, width: 1, height: 1 })
  expect(pairs(pixels)).toEqual(Array.from({ length: 9 }, () => [5, 255]))
})

it('visibleBounds returns the bounds of visible pixels', () => {
  const pixels = new Uint8ClampedArray(4 * 12)
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toBeNull()
  pixels[4 * 6 + 3] = 1
  pixels[4 * 9 + 3] = 1
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toEqual({ x: 1, y: 1, width: 2, height: 2 })
})
