import { expect, it } from 'vitest'
import { conform } from '../../../kit/base/fields.ts'
import { textKind } from '../index.ts'
import { textFields } from '../schema.ts'
import { LOOKS } from './looks.ts'

it('offers looks that differ in name and paint', () => {
  expect(LOOKS.length).toBeGreaterThanOrEqual(8)
  expect(new Set(LOOKS.map(({ name }) => name)).size).toBe(LOOKS.length)
  expect(new Set(LOOKS.map(({ paint }) => JSON.stringify(paint))).size).toBe(LOOKS.length)
})

it.each(LOOKS)('$name holds legal values of style fields alone', ({ paint }) => {
  expect(conform(textFields, paint)).toMatchObject(paint)
  expect(textKind.style).toEqual(expect.arrayContaining(Object.keys(paint)))
  expect(paint).not.toHaveProperty('fontFamily')
})
