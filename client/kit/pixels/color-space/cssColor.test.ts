import { expect, it } from 'vitest'
import { hexOf, parseP3Color } from './cssColor.ts'

it.each([
  ['color(display-p3 1 1 1)', '#ffffff'],
  ['color(display-p3 0.917488 0.200287 0.138561)', '#ff0000'],
  [' COLOR( display-p3  20% .2 0.2 / 0.3 ) ', '#333333'],
  ['color(display-p3 1 0 0)', '#ff0000'], // the color is outside sRGB, so the result is clipped
])('parseP3Color reads the text %s as %s', (text, hex) => {
  expect(parseP3Color(text)).toBe(hex)
})

it.each([
  '',
  '#ff0000',
  'color(srgb 1 0 0)',
  'color(display-p3 1 0)',
  'color(display-p3 1 0 0',
  'color(display-p3 a b c)',
])('parseP3Color rejects the text %j', (text) => {
  expect(parseP3Color(text)).toBeNull()
})

it('hexOf writes two digits per channel', () => {
  expect(hexOf([0, 127.5, 255])).toBe('#0080ff')
})
