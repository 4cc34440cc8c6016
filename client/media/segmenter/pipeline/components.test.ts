import { expect, it } from 'vitest'
import { region } from '../../../../tests/segmenter/region.ts'
import { boundsOf, dilated, mainComponents, partAt, union } from './components.ts'

it('parts what touches only by a corner, largest first', () => {
  const parts = mainComponents(region('##..', '..#.', '..##', '...#'), 0.1, 4)
  expect(parts).toEqual([region('....', '..#.', '..##', '...#'), region('##..', '....', '....', '....')])
})

it('parts the end of a row from the beginning of the next', () => {
  expect(mainComponents(region('..##', '#...'), 0.1, 4)).toEqual([region('..##', '....'), region('....', '#...')])
})

it('leaves out what is small beside the largest, and more parts than wanted', () => {
  const picture = region('#####.#', '#####..', '#####.#')
  expect(mainComponents(picture, 0.1, 4)).toHaveLength(1)
  expect(mainComponents(picture, 0.01, 4)).toHaveLength(3)
  expect(mainComponents(picture, 0.01, 2)).toHaveLength(2)
  expect(mainComponents(region('...'), 0.1, 4)).toEqual([])
})

it('joins parts, grows them sideways and up and down, and measures them', () => {
  const both = union([region('#....', '.....'), region('.....', '....#')])
  expect(both).toEqual(region('#....', '....#'))
  expect(dilated(region('.....', '.....', '..#..', '.....', '.....'), 2)).toEqual(
    region('..#..', '.###.', '#####', '.###.', '..#..'),
  )
  expect(boundsOf(region('....', '.##.', '..#.'))).toEqual({ left: 1, top: 1, right: 3, bottom: 3 })
  expect(boundsOf(region('..'))).toBeNull()
})

it('finds the part that a place lies in, and none beside it or beyond the picture', () => {
  const picture = region('##..', '...#')
  expect(partAt(picture, { x: 1.9, y: 0.5 })).toEqual(region('##..', '....'))
  for (const place of [
    { x: 2, y: 0 },
    { x: 4, y: 1 },
    { x: -1, y: 0 },
  ])
    expect(partAt(picture, place)).toBeNull()
})
