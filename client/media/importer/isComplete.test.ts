import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isComplete } from './isComplete.ts'
import { sniff } from './sniff.ts'

const bytesOf = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)))
const ask = (bytes: Uint8Array) => isComplete(sniff(bytes)!, bytes)

/** How many bytes may be missing at the end: a PNG's last checksum, which Chromium does without as well. */
const FILES = {
  './fixtures/cmyk.jpg': 0,
  './fixtures/grey.jpg': 0,
  './fixtures/progressive.jpg': 0,
  '../../editor/samples/rocket.jpg': 0,
  './fixtures/palette.png': 4,
  './fixtures/rgba16.png': 4,
  './fixtures/exif6.png': 4,
  '../../editor/samples/astronaut.png': 4,
  './fixtures/lossy.webp': 0,
  './fixtures/animated.webp': 0,
  './fixtures/exif6.webp': 0,
  './fixtures/four-corners.heic': 0,
  './fixtures/half-transparent.heic': 0,
}

it.each(Object.entries(FILES))('accepts %s complete, and refuses it truncated', (path, spare) => {
  const bytes = bytesOf(path)
  expect(ask(bytes)).toBe(true)
  expect(ask(bytes.subarray(0, bytes.length - spare))).toBe(true)
  for (const cut of [spare + 1, spare + 2, 16, 64, bytes.length >> 1])
    expect(ask(bytes.subarray(0, bytes.length - cut)), `${cut} bytes less`).toBe(false)
})

it.each(Object.keys(FILES).filter((path) => path.includes('fixtures')))('ignores bytes after the end of %s', (path) => {
  expect(ask(Uint8Array.of(...bytesOf(path), ...Buffer.from('SEFH and more of a maker')))).toBe(true)
})

it('does not mistake the end of a thumbnail for the end of the photo', () => {
  const photo = bytesOf('./fixtures/grey.jpg')
  const thumbnail = Uint8Array.of(0xff, 0xe1, 0, 2 + photo.length, ...photo)
  const cut = photo.subarray(2, photo.length - 20)
  expect(photo.length).toBeGreaterThan(255)
  thumbnail[2] = (2 + photo.length) >> 8
  expect(ask(Uint8Array.of(0xff, 0xd8, ...thumbnail, ...cut))).toBe(false)
  expect(ask(Uint8Array.of(0xff, 0xd8, ...thumbnail, ...photo.subarray(2)))).toBe(true)
})
