import { expect, it } from 'vitest'
import { paintedWeight } from './schema.ts'

it.each([
  ['Your title', 'Anton', 400],
  ['Ваш заголовок', 'Anton', 700],
  ['Ο τίτλος σας', 'Anton', 700],
  ['Anton で', 'Anton', 400],
  ['10', 'Graduate', 400],
  ['Ваш заголовок', 'Jost', 400],
])('%s in %s is painted with weight %d, because the fonts have only Latin letters', (text, fontFamily, weight) => {
  expect(paintedWeight({ text, fontFamily, fontWeight: 400 })).toBe(weight)
})
