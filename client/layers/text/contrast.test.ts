import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contrastWith, LEAST_CONTRAST, luminanceOf, meanContrast, nearestBox, readableColor } from './contrast.ts'

const NAVY = '#141c3c'
const DARK = '#101828'
const LIGHT = '#f4f0e8'

it('contrastWith ignores the tenth of the pixels with the lowest contrast', () => {
  const mostlyDark = (light: number) => Array.from({ length: 100 }, (_, i) => (i < light ? 1 : 0))
  expect(contrastWith('#ffffff', [mostlyDark(10)])).toBeCloseTo(21)
  expect(contrastWith('#ffffff', [mostlyDark(11)])).toBeCloseTo(1)
})

it.each([
  ['replaces near-black on navy', DARK, [NAVY], LIGHT],
  ['replaces white on a light sky', LIGHT, ['#e8eef4', '#d8e4f0'], DARK],
  ['accepts white on navy', LIGHT, [NAVY], LIGHT],
] as const)('readableColor %s', (_, wanted, under, expected) => {
  expect(readableColor([wanted, LIGHT, DARK], [under.map(luminanceOf)])).toBe(expected)
})

it('readableColor takes the drop shadow into account on a background of two tones', () => {
  const [under, shaded] = [0.45, 0.12].map((light) => Array.from({ length: 10 }, (_, i) => (i < 6 ? 0.059 : light)))
  expect(readableColor([LIGHT, DARK], [under!])).toBe('#000000')
  expect(readableColor([LIGHT, DARK], [under!], [shaded!])).toBe(LIGHT)
})

it('readableColor prefers light text if the drop shadow of dark text hides the dark text', () => {
  const [under, shaded] = [0.32, 0.08].map((luminance) => [Array.from({ length: 10 }, () => luminance)])
  expect(readableColor([LIGHT, DARK], under!)).toBe(DARK)
  expect(readableColor([LIGHT, DARK], under!, shaded!)).toBe(LIGHT)
})

it('if no color is readable on all pixels, readableColor returns a color that contrasts with their mean', () => {
  const everyTone = Array.from({ length: 100 }, (_, i) => (i / 99) ** 2)
  const color = readableColor(['#707070', '#606060'], [everyTone])
  expect(meanContrast(color, [everyTone])).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(contrastWith(color, [everyTone])).toBeLessThan(LEAST_CONTRAST)
})

it('readableColor considers each letter, not only nine tenths of all pixels', () => {
  const [dark, light] = [0.05, 0.4].map((luminance) => Array.from({ length: 10 }, () => luminance))
  const [word, last] = [Array.from({ length: 11 }, () => light!), dark!]
  const color = readableColor([DARK], [...word, last])
  expect(contrastWith(DARK, [...word, last])).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(meanContrast(DARK, [last])).toBeLessThan(LEAST_CONTRAST)
  expect(meanContrast(color, [last]), 'the last letter').toBeGreaterThan(meanContrast(DARK, [last]))
})

it('if no color contrasts with each letter, readableColor maximizes the contrast of the worst letter', () => {
  const letters = [[0.02], [0.3], [0.9]]
  const all = ['#ffffff', '#000000', '#707070'] as const
  const best = Math.max(...all.map((color) => meanContrast(color, letters)))
  expect(best).toBeLessThan(LEAST_CONTRAST)
  expect(meanContrast(readableColor(['#707070'], letters), letters)).toBe(best)
})

/** The letters of a block of text, 40 lines of 50, with the bounds -1 to 1. Adjacent boxes touch and overlap. */
const BLOCK = Array.from({ length: 2000 }, (_, i) => ({
  x: (i % 50) / 25 - 1,
  y: Math.floor(i / 50) / 20 - 1,
  width: [0.03, 0.04, 0.05][i % 3]!,
  height: [0.02, 0.05, 0.06, 0.03][i % 4]!,
}))

it('nearestBox returns the first of the nearest boxes', () => {
  const side = fc.integer({ min: -8, max: 8 }).map((n) => n / 4)
  const length = fc.integer({ min: 0, max: 4 }).map((n) => n / 4)
  const boxes = fc.array(fc.record({ x: side, y: side, width: length, height: length }), { maxLength: 12 })
  fc.assert(
    fc.property(boxes, fc.array(fc.tuple(side, side), { maxLength: 30 }), (all, points) => {
      const find = nearestBox(all)
      for (const [x, y] of points) expect(find(x, y)).toBe(simpleNearest(all, x, y))
    }),
  )
})

it('nearestBox measures only a few boxes of long text for each point', () => {
  let measured = 0
  const counting = BLOCK.map((box) => ({
    ...box,
    get x() {
      measured++
      return box.x
    },
  }))
  const find = nearestBox(counting)
  const points = Array.from({ length: 1600 }, (_, i) => ({ x: (i % 40) / 20 - 1, y: Math.floor(i / 40) / 20 - 1 }))
  const found = points.map(({ x, y }) => find(x, y))
  expect(measured).toBeLessThan((points.length * BLOCK.length) / 10)
  for (const i of [0, 41, 777, 1599]) {
    const { x, y } = points[i]!
    expect(found[i]).toBe(simpleNearest(BLOCK, x, y))
  }
})

function simpleNearest(boxes: readonly Rect[], x: number, y: number): number {
  const outside = (at: number, start: number, length: number) => Math.max(start - at, 0, at - start - length)
  const away = boxes.map((box) => Math.hypot(outside(x, box.x, box.width), outside(y, box.y, box.height)))
  return Math.max(0, away.indexOf(Math.min(...away)))
}
