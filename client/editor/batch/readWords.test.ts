import { expect, it } from 'vitest'
import { readWords } from './readWords.ts'

const FIELDS = [
  { key: 'role1', words: 'Your title', names: ['heading', 'text2'] },
  { key: 'number1', words: '$29', names: ['', 'text1'] },
]
const PHOTOS = ['a.jpg', 'b.png', 'c.png']
const read = (records: string[][], from?: { row: number; column: number }) =>
  Object.fromEntries(readWords(records, FIELDS, PHOTOS, from))

it('cells pasted without a header row fill the table from the focused cell', () => {
  expect(read([['Anna', '12', 'more'], ['Noa']])).toEqual({ 0: { role1: 'Anna', number1: '12' }, 1: { role1: 'Noa' } })
  expect(read([['12'], ['14'], ['16']], { row: 1, column: 1 })).toEqual({ 1: { number1: '12' }, 2: { number1: '14' } })
})

it.each(['your title', 'HEADING', 'text2', 'role1'])(
  'a pasted column with the header "%s" sets the title\'s words',
  (name) => {
    expect(
      read([
        [name, 'City'],
        ['Anna', 'Köln'],
      ]),
    ).toEqual({ 0: { role1: 'Anna', city: 'Köln' } })
  },
)

it('a pasted column "photo" finds each photo by file name, with or without extension', () => {
  const rows = [
    ['B.PNG', 'Noa'],
    ['shots/a', 'Anna'],
    ['missing.jpg', 'Nobody'],
  ]
  expect(read([['Photo', 'Your title'], ...rows])).toEqual({ 1: { role1: 'Noa' }, 0: { role1: 'Anna' } })
})
