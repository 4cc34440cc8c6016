import { expect, it } from 'vitest'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { binaryMask } from '../../../../tests/segmenter/binaryMask.ts'
import { componentAt, largestComponents, unionOfMasks } from './components.ts'

it('largestComponents separates areas that touch only at a corner', () => {
  const parts = largestComponents(binaryMask('##..', '..#.', '..##', '...#'), 0.1, 4)
  expect(parts).toEqual([binaryMask('....', '..#.', '..##', '...#'), binaryMask('##..', '....', '....', '....')])
})

it('largestComponents separates pixels at the end of a row from pixels at the start of the next row', () => {
  expect(largestComponents(binaryMask('..##', '#...'), 0.1, 4)).toEqual([
    binaryMask('..##', '....'),
    binaryMask('....', '#...'),
  ])
})

it('largestComponents omits components that are much smaller than the largest component', () => {
  const picture = binaryMask('#####.#', '#####..', '#####.#')
  expect(largestComponents(picture, 0.1, 4)).toHaveLength(1)
  expect(largestComponents(picture, 0.01, 4)).toHaveLength(3)
  expect(largestComponents(picture, 0.01, 2)).toHaveLength(2)
  expect(largestComponents(binaryMask('...'), 0.1, 4)).toEqual([])
})

it('dilateDiamond extends a pixel to a diamond', () => {
  const both = unionOfMasks([binaryMask('#....', '.....'), binaryMask('.....', '....#')])
  expect(both).toEqual(binaryMask('#....', '....#'))
  const dot = binaryMask('.....', '.....', '..#..', '.....', '.....')
  expect(dilateDiamond(dot.inside, dot, 2)).toEqual(binaryMask('..#..', '.###.', '#####', '.###.', '..#..').inside)
})

it('componentAt returns the component that contains a point', () => {
  const picture = binaryMask('##..', '...#')
  expect(componentAt(picture, { x: 1.9, y: 0.5 })).toEqual(binaryMask('##..', '....'))
  for (const place of [
    { x: 2, y: 0 },
    { x: 4, y: 1 },
    { x: -1, y: 0 },
  ])
    expect(componentAt(picture, place)).toBeNull()
})
