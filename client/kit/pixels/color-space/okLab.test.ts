import { expect, it } from 'vitest'
import { distinctColors } from './okLab.ts'

it('distinctColors omits similar colors, black and white', () => {
  const subject = ['#0a0a0a', '#f6f6f6', '#c03020', '#c83828'] as const
  const background = ['#be3424', '#2040a0', '#080c04'] as const
  expect(distinctColors(subject, background)).toEqual([['#c03020'], ['#2040a0']])
})
