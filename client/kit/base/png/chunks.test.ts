import { expect, it } from 'vitest'
import { chunk, chunksOf, join, SIGNATURE } from './chunks.ts'

const file = join([SIGNATURE, chunk('IHDR', [1, 2]), chunk('IDAT', []), chunk('IEND', []), chunk('late', [])])

it('finds the chunks of a file and where they stand, up to its end', () => {
  const found = [...chunksOf(file)].map(({ name, data, from, to }) => [name, [...data], from, to])
  expect(found).toEqual([
    ['IHDR', [1, 2], 8, 22],
    ['IDAT', [], 22, 34],
    ['IEND', [], 34, 46],
  ])
})

it('finds what is whole of a file that is cut anywhere', () => {
  for (let length = 0; length < file.length; length++)
    for (const { to } of chunksOf(file.slice(0, length))) expect(to).toBeLessThanOrEqual(length)
})
