import { expect, it } from 'vitest'
import { conform } from '#client/kit/values/fields.ts'
import { textFields } from '../schema.ts'
import { PRESETS, presetEffect } from './presets.ts'

it('the six presets have distinct names', () => {
  expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(6)
})

it.each(PRESETS)('the values of the preset $name are within the field limits at every size', (preset) => {
  for (const fontSize of [8, 16, 600, 2000]) {
    const effect = presetEffect(preset, { fontSize, color: '#fff' }, 3 * fontSize)
    expect(effect.enabled).toBe(true)
    expect(conform(textFields.threeDEffect.fields, effect)).toEqual(effect)
  }
})

it.each([
  ['#ffffff', '#979797'],
  ['#fff', '#979797'],
  ['#000000', '#171717'],
  ['#ff0000', '#971717'],
] as const)('a 3D preset applied to text in %s gives the sides the color %s', (color, walls) => {
  const [first] = PRESETS
  const effect = presetEffect({ ...first, shade: 0.5 }, { fontSize: 600, color }, 1800)
  expect(effect.extrudeColor).toBe(walls)
})

it('the perspective of a 3D preset increases with the length of the line', () => {
  const perspective = (width: number) => presetEffect(PRESETS[1], { fontSize: 100, color: '#fff' }, width).perspective
  expect(perspective(800)).toBe(1280)
  expect(perspective(400)).toBe(640)
  expect(perspective(20)).toBe(320)
})

it('a 3D preset has the same proportions at every font size', () => {
  const ratios = (fontSize: number) => {
    const { depth, perspective, shadowBlur } = presetEffect(PRESETS[0], { fontSize, color: '#fff' }, 4 * fontSize)
    return [depth, perspective, shadowBlur].map((length) => length / fontSize)
  }
  expect(ratios(2000)).toEqual(ratios(100))
})
