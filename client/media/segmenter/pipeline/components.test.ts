import { expect, it } from 'vitest'
import { binaryMask } from '../../../../tests/segmenter/binaryMask.ts'
import { boundingBox, componentAt, dilate, largestComponents, unionOfMasks } from './components.ts'

it('separates components that touch only at a corner, largest first', () => {
  const parts = largestComponents(binaryMask('##..', '..#.', '..##', '...#'), 0.1, 4)
  expect(parts).toEqual([binaryMask('....', '..#.', '..##', '...#'), binaryMask('##..', '....', '....', '....')])
})

it('separates the end of a row from the beginning of the next', () => {
  expect(largestComponents(binaryMask('..##', '#...'), 0.1, 4)).toEqual([
    binaryMask('..##', '....'),
    binaryMask('....', '#...'),
  ])
})

it('leaves out relatively small components and those beyond the maximum count', () => {
  const picture = binaryMask('#####.#', '#####..', '#####.#')
  expect(largestComponents(picture, 0.1, 4)).toHaveLength(1)
  expect(largestComponents(picture, 0.01, 4)).toHaveLength(3)
  expect(largestComponents(picture, 0.01, 2)).toHaveLength(2)
  expect(largestComponents(binaryMask('...'), 0.1, 4)).toEqual([])
})

it('unites masks, dilates them with a cross, and finds their bounding box', () => {
  const both = unionOfMasks([binaryMask('#....', '.....'), binaryMask('.....', '....#')])
  expect(both).toEqual(binaryMask('#....', '....#'))
  expect(dilate(binaryMask('.....', '.....', '..#..', '.....', '.....'), 2)).toEqual(
    binaryMask('..#..', '.###.', '#####', '.###.', '..#..'),
  )
  expect(boundingBox(binaryMask('....', '.##.', '..#.'))).toEqual({ left: 1, top: 1, right: 3, bottom: 3 })
  expect(boundingBox(binaryMask('..'))).toBeNull()
})

it('finds the component that contains a point, and none outside the mask or the picture', () => {
  const picture = binaryMask('##..', '...#')
  expect(componentAt(picture, { x: 1.9, y: 0.5 })).toEqual(binaryMask('##..', '....'))
  for (const place of [
    { x: 2, y: 0 },
    { x: 4, y: 1 },
    { x: -1, y: 0 },
  ])
    expect(componentAt(picture, place)).toBeNull()
})
