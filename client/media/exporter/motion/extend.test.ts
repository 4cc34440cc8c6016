import { expect, it } from 'vitest'
import { visibleBounds } from '#client/model/assets/pixels.ts'
import { mirrorBeyond } from './extend.ts'

/** Returns red and alpha of each pixel, such as '10/255'. */
const textOf = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, i) => `${pixels[4 * i]}/${pixels[4 * i + 3]}`).join(' ')

it.each([
  ['mirrors the last rows of content at the edge', 4, '0/0 10/255 20/255 30/200 0/0 0/0', '30/200 20/200'],
  ["doesn't mirror content that ends before the edge", 2, '10/255 0/0 0/0 0/0', '0/0 0/0'],
  ["doesn't change visible pixels outside the canvas", 1, '10/255 77/9', '77/9'],
])('mirrorBeyond %s', (_, canvas, column, outside) => {
  const values = column.split(' ').map((pixel) => pixel.split('/').map(Number))
  const pixels = new Uint8ClampedArray(values.flatMap(([red = 0, alpha = 0]) => [red, 0, 0, alpha]))
  mirrorBeyond(pixels, { width: 1, height: values.length }, { x: 0, y: 0, width: 1, height: canvas })
  expect(textOf(pixels)).toBe([...column.split(' ').slice(0, canvas), outside].join(' '))
})

it('mirrorBeyond fills the corners outside the canvas', () => {
  const pixels = new Uint8ClampedArray(4 * 9)
  pixels.set([5, 6, 7, 255], 4 * 4)
  mirrorBeyond(pixels, { width: 3, height: 3 }, { x: 1, y: 1, width: 1, height: 1 })
  expect(textOf(pixels)).toBe(Array(9).fill('5/255').join(' '))
})

it('visibleBounds returns the bounds of visible pixels', () => {
  const pixels = new Uint8ClampedArray(4 * 12)
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toBeNull()
  pixels[4 * 6 + 3] = 1
  pixels[4 * 9 + 3] = 1
  expect(visibleBounds(pixels, { width: 4, height: 3 })).toEqual({ x: 1, y: 1, width: 2, height: 2 })
})
