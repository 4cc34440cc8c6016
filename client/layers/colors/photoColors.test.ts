import { expect, it } from 'vitest'
import { dominantColors } from './photoColors.ts'

/** Returns opaque pixels, one pixel per color. */
const pixelsOf = (...colors: readonly (readonly [number, number, number])[]) =>
  new Uint8ClampedArray(colors.flatMap((rgb) => [...rgb, 255]))
const RED = [220, 20, 20] as const
const ALMOST_RED = [222, 24, 22] as const
const BLUE = [20, 40, 200] as const
const GRAY = [128, 128, 128] as const

it('dominantColors merges similar colors and returns the most frequent first', () => {
  const pixels = pixelsOf(...Array(9).fill(GRAY), RED, ALMOST_RED, RED, BLUE)
  const colors = dominantColors(pixels, Array(13).fill(1), 6)
  expect(colors).toHaveLength(3)
  expect(colors[0]).toBe('#808080')
  expect(colors[2]).toBe('#1428c8')
})

it('dominantColors ignores transparent pixels and pixels without weight', () => {
  const pixels = pixelsOf(RED, BLUE, GRAY)
  pixels[11] = 0
  expect(dominantColors(pixels, [0, 255, 255], 6)).toEqual(['#1428c8'])
})

it('dominantColors does not return any colors for an empty image', () => {
  expect(dominantColors(new Uint8ClampedArray(), [], 6)).toEqual([])
  const rainbow = Array.from({ length: 40 }, (_, i) => [(i * 53) % 256, (i * 97) % 256, (i * 151) % 256] as const)
  expect(dominantColors(pixelsOf(...rainbow), Array(40).fill(1), 6)).toHaveLength(6)
})
