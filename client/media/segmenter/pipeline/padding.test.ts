import { expect, it } from 'vitest'
import { narrowed, widened } from './padding.ts'

const map = { width: 3, height: 2, values: Float32Array.of(1, 2, 3, 4, 5, 6) }

it('lets the outermost values go on in every direction', () => {
  const { width, height, values } = widened(map, 1)
  expect([width, height]).toEqual([5, 4])
  expect([...values]).toEqual([1, 1, 2, 3, 3, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 4, 4, 5, 6, 6])
})

it('is taken off again whole', () => {
  expect(narrowed(widened(map, 4), 4)).toEqual(map)
})
