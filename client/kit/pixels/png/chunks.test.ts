import { expect, it } from 'vitest'
import { concatBytes } from '../../bytes/bytes.ts'
import { chunk, chunksOf, SIGNATURE } from './chunks.ts'

const file = concatBytes([SIGNATURE, chunk('IHDR', [1, 2]), chunk('IDAT', []), chunk('IEND', []), chunk('late', [])])

it('chunksOf yields all chunks up to IEND with their positions', () => {
  const found = [...chunksOf(file)].map(({ name, data, from, to }) => [name, [...data], from, to])
  expect(found).toEqual([
    ['IHDR', [1, 2], 8, 22],
    ['IDAT', [], 22, 34],
    ['IEND', [], 34, 46],
  ])
})

it('chunksOf yields the complete chunks of a file truncated at any byte', () => {
  const ends = { IHDR: 22, IDAT: 34, IEND: 42 } // the checksum of IEND may be missing
  for (let length = 0; length < file.length; length++) {
    const complete = Object.entries(ends).filter(([, end]) => end <= length)
    expect([...chunksOf(file.slice(0, length))].map(({ name }) => name)).toEqual(complete.map(([name]) => name))
  }
})
