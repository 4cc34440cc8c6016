import { expect, it } from 'vitest'
import { ACCEPT, isAccepted } from './formats.ts'

it.each([
  ['photo.jpg', 'image/jpeg', true],
  ['IMG_1.HEIC', '', true],
  ['no extension', 'image/heif', true],
  ['photo.png', 'application/octet-stream', true],
  ['picture.jpg.txt', 'text/plain', false],
  ['drawing.svg', 'image/svg+xml', false],
  ['moving.gif', 'image/gif', false],
  ['photo.avif', 'image/avif', false],
  ['', '', false],
])('accepts or refuses %s of type %s by MIME type or extension', (name, type, accepted) => {
  expect(isAccepted({ name, type })).toBe(accepted)
})

it('offers every accepted type in the picker', () => {
  expect(ACCEPT.split(',')).toHaveLength(11)
  for (const entry of ACCEPT.split(','))
    expect(isAccepted(entry.startsWith('.') ? { name: `a${entry}`, type: '' } : { name: 'a', type: entry })).toBe(true)
})
