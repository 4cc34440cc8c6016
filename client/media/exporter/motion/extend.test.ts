import { expect, it } from 'vitest'
import { mirrorBeyond, visibleBounds } from './extend.ts'

/** Returns a column of pixels, whose red channel and alpha are given. */
const column = (values: readonly (readonly [red: number, alpha: number])[]) =>
  new Uint8ClampedArray(values.flatMap(([red, alpha]) => [red, 0, 0, alpha]))
const pairs = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, i) => [pixels[4 * i], pixels[4 * i + 3]])

it('mirrors the last rows of content at the edge', () => {
  const pixels = column([
    [0, 0],
    [10, 255],
    [20, 255],
    [30, 200],
    [0, 0],
    [0, 0],
  ]) // prettier: rows of a column
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

it('does not mirror content that ends before the edge', () => {
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

it('keeps visible pixels outside the canvas', () => {
  const pixels = column([
    [10, 255],
    [77, 9],
  ])
  mirrorBeyond(pixels, { width: 1, height: 2 }, { x: 0, y: 0, width: 1, height: 1 })
  expect(pairs(pixels)[1]).toEqual([77, 9])
})

it('fills the corners', () => {
  const pixels = new Uint8ClampedArray(4 * 9)
  pixels.set([5, 6, 7, 255], 4 * 4)
  mirrorBeyond(pixels, { width: 3, height: 3 }, { x: 1, y: 1, width: 1, height: 1 })
  expect(pairs(pixels)).toEqual(Array.from({ length: 9 }, () => [5, 255]))
})

it('finds the bounds of visible pixels', () => {
  const pixels = new Uint8ClampedArray(4 * 12)
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toBeNull()
  pixels[4 * 6 + 3] = 1
  pixels[4 * 9 + 3] = 1
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toEqual({ x: 1, y: 1, width: 2, height: 2 })
})
