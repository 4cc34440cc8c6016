import { expect, it } from 'vitest'
import { chooseFront } from './weave.ts'

const shown = (front: boolean[]) => front.map((is) => (is ? 'F' : '-')).join('')

it.each([
  ['a letter of which 54 % is hidden comes to the front', [0, 0.54, 0], '-F-'],
  ['a letter of which 53 % is hidden stays behind', [0, 0.53, 0], '---'],
  ['letters that the subject does not touch stay behind', [0, 0, 0.02, 0], '----'],
  ['adjacent touched letters alternate', [0.3, 0.2, 0.4, 0.3], 'F-F-'],
  ['of two touched letters, the more hidden letter comes to the front', [0, 0.3, 0.04, 0], '-F--'],
  ['letters that the subject hardly touches stay behind', [0, 0.05, 0.04, 0], '----'],
  ['a readable letter next to a hidden letter stays behind', [0.3, 0.9, 0.3], '-F-'],
  ['touched letters before a hidden letter alternate', [0.2, 0.2, 0.9], 'F-F'],
  ['several hidden letters all come to the front', [0.1, 0.9, 0.8, 0.1], '-FF-'],
  ['one touched letter stays behind', [0, 0.4, 0], '---'],
  ['no letters', [], ''],
])('%s', (_, hidden, expected) => {
  expect(shown(chooseFront(hidden))).toBe(expected)
})

it.each([
  ['stays in front', [0.3, 0.31], 'F-'],
  ['changes places with a letter that is much more hidden', [0.3, 0.45], '-F'],
])('after a move, a letter in front %s', (_, hidden, expected) => {
  expect(shown(chooseFront(hidden, [true, false]))).toBe(expected)
})
