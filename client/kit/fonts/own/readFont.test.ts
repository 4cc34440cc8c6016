import { expect, it } from 'vitest'
import { readFont } from './readFont.ts'
import { type Named, sfnt } from './testing.ts'

const facts = (names: readonly Named[]) => readFont(sfnt(names))

it('readFont prefers the English full name', () => {
  expect(
    facts([
      { platform: 3, language: 0x407, id: 4, text: 'Meine Schrift' },
      { platform: 3, language: 0x409, id: 1, text: 'My Font' },
      { platform: 3, language: 0x409, id: 4, text: 'My Font Bold' },
    ]),
  ).toEqual({ name: 'My Font Bold' })
})

it('without a full name, readFont returns the family name', () => {
  expect(facts([{ platform: 3, language: 0x409, id: 1, text: 'Füße 文' }])?.name).toBe('Füße 文')
  expect(facts([{ platform: 1, language: 0, id: 4, text: 'Monaco' }])?.name).toBe('Monaco')
  expect(facts([])?.name).toBeNull()
})

it('readFont removes unprintable characters from a name', () => {
  expect(facts([{ platform: 3, language: 0x409, id: 4, text: ' A\u0000\u202e\nB ' }])?.name).toBe('AB')
})

it.each([
  ['an empty file', []],
  ['an image', [0x89, 0x50, 0x4e, 0x47]],
  ['a font collection', [0x74, 0x74, 0x63, 0x66, 0, 1]],
  ['three bytes', [0, 1, 0]],
])('readFont returns null for %s', (_, bytes) => {
  expect(readFont(new Uint8Array(bytes))).toBeNull()
})

it('readFont accepts a WOFF2 file without reading its tables', () => {
  expect(readFont(new TextEncoder().encode('wOF2 and more'))).toEqual({ name: null })
})

it('readFont ignores a name that is too long', () => {
  const [long, short] = ['x'.repeat(600), 'My Font'].map((text, i) => ({
    platform: 3,
    language: 0x409,
    id: 4 - 3 * i,
    text,
  }))
  expect(readFont(sfnt([long!, short!]))?.name).toBe('My Font')
})
