import { expect, it } from 'vitest'
import {
  choice,
  clampField,
  color,
  commitTyped,
  conform,
  defaults,
  flag,
  group,
  isHex,
  number,
  string,
} from './fields.ts'

const size = number('Size', { default: 600, min: 12, max: 2000, hardMin: 8, unit: 'px' })
const fields = {
  size,
  on: flag('On', true),
  tint: color('Tint', '#ffffff'),
  words: string('Words', 'new text', 10),
  side: choice('Side', ['left', 'right'], 'left'),
  place: group('Place', { x: number('X', { default: 50, min: 0, max: 100 }) }),
}

it.each([
  ['#fff', true],
  ['#4A90E2', true],
  ['#ffff', false],
  ['fff', false],
  ['#ggg', false],
  [null, false],
])('isHex of %s is %s', (text, expected) => {
  expect(isHex(text)).toBe(expected)
})

it('each call of defaults() returns new objects', () => {
  const a = defaults(fields)
  a.place.x = 1
  expect(defaults(fields)).toEqual({
    size: 600,
    on: true,
    tint: '#ffffff',
    words: 'new text',
    side: 'left',
    place: { x: 50 },
  })
})

it.each([
  [{ size: 9999 }, { size: 2000 }],
  [{ size: 9 }, { size: 9 }],
  [{ size: Number.NaN }, { size: 600 }],
  [{ size: '20' }, { size: 600 }],
  [{ tint: 'red' }, { tint: '#ffffff' }],
  [{ words: 'a longer text' }, { words: 'a longer t' }],
  [{ side: 'up' }, { side: 'left' }],
  [{ place: null }, { place: { x: 50 } }],
  [null, { on: true }],
])('conform turns %j into the nearest valid record', (raw, part) => {
  expect(conform(fields, raw)).toMatchObject(part)
})

it('conform removes unknown keys', () => {
  expect(conform(fields, { evil: 1 })).not.toHaveProperty('evil')
})

it.each([
  ['', 40, 40],
  ['  ', 40, 40],
  ['abc', 40, 40],
  ['Infinity', 40, 40],
  ['12.5', 40, 12.5],
  ['-3', 40, 12],
  ['8', 40, 12],
  ['11', 40, 12],
  ['0x50', 40, 40],
  ['0b11', 40, 40],
  [' 64 ', 40, 64],
  ['.5e2', 40, 50],
  ['1e9', 40, 2000],
  ['12,5', 40, 12.5],
  ['٦٤', 40, 64],
])('typing %j over the value %d commits %d', (typed, current, expected) => {
  expect(commitTyped(size, typed, current)).toBe(expected)
})

it('conform, clampField and commitTyped round the values of whole-number fields', () => {
  const opacity = number('Opacity', { default: 100, min: 0, max: 100, isWhole: true })
  expect(commitTyped(opacity, '55.5', 100)).toBe(56)
  expect(clampField(opacity, 55.4)).toBe(55)
  expect(conform({ opacity }, { opacity: 0.2 })).toEqual({ opacity: 0 })
})

it('clampField accepts a value between the soft and the hard limit', () => {
  expect(clampField(size, 8)).toBe(8)
})
