import { expect, it } from 'vitest'
import { conform } from '#client/kit/values/fields.ts'
import { textKind } from '../index.ts'
import { textFields } from '../schema.ts'
import { PRESET_STYLES } from './presetStyles.ts'

it('no two preset styles have the same name or values', () => {
  expect(PRESET_STYLES.length).toBeGreaterThanOrEqual(8)
  expect(new Set(PRESET_STYLES.map(({ name }) => name)).size).toBe(PRESET_STYLES.length)
  expect(new Set(PRESET_STYLES.map(({ paint }) => JSON.stringify(paint))).size).toBe(PRESET_STYLES.length)
})

it.each(PRESET_STYLES)('the style $name contains only valid values of style fields', ({ paint }) => {
  expect(conform(textFields, paint)).toMatchObject(paint)
  expect(textKind.style).toEqual(expect.arrayContaining(Object.keys(paint)))
  expect(paint).not.toHaveProperty('fontFamily')
})
