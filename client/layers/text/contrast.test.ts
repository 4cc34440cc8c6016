import { expect, it } from 'vitest'
import { contrastWith, LEAST_CONTRAST, luminanceOf, meanContrast, readableColor } from './contrast.ts'

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

it('if no color contrasts with each letter, readableColor returns the color whose worst letter is the best', () => {
  const letters = [[0.02], [0.3], [0.9]]
  const all = ['#ffffff', '#000000', '#707070'] as const
  const best = Math.max(...all.map((color) => meanContrast(color, letters)))
  expect(best).toBeLessThan(LEAST_CONTRAST)
  expect(meanContrast(readableColor(['#707070'], letters), letters)).toBe(best)
})
