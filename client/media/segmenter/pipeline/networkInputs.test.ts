import { expect, it } from 'vitest'
import { cropPadding, padReplicate } from './networkInputs.ts'

const map = { width: 3, height: 2, values: Float32Array.of(1, 2, 3, 4, 5, 6) }

it('padReplicate repeats the outermost values in every direction', () => {
  const { width, height, values } = padReplicate(map, 1)
  expect([width, height]).toEqual([5, 4])
  expect([...values]).toEqual([1, 1, 2, 3, 3, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 4, 4, 5, 6, 6])
})

it('cropPadding removes the padding of padReplicate', () => {
  expect(cropPadding(padReplicate(map, 4), 4)).toEqual(map)
})
