import { expect, it } from 'vitest'
import { readTiffOrientation } from './exif.ts'

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const BIG = 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'
const LITTLE = 'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x08\0\0\0\0\0\0\0'

it.each([
  ['a big-endian block', BIG, 6],
  ['a little-endian block', LITTLE, 8],
  ["a block behind JPEG's prefix", `Exif\0\0${BIG}`, 6],
  ['an orientation out of range', BIG.replace('\x06', '\x09'), 1],
  ['no orientation at all', BIG.replace('\x01\x12', '\x01\x13'), 1],
  ['a directory outside the block', BIG.replace('\x08', '\xff'), 1],
  ['a cut block', BIG.slice(0, 9), 1],
  ['nothing', '', 1],
])('reads the orientation of %s', (_, text, orientation) => {
  expect(readTiffOrientation(latin(text))).toBe(orientation)
})

it('never throws for a block truncated anywhere', () => {
  for (let length = 0; length < BIG.length; length++) {
    expect([1, 6]).toContain(readTiffOrientation(latin(BIG.slice(0, length))))
  }
})
