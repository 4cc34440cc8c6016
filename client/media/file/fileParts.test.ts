import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { isComplete } from '../importer/importImage.ts'
import { readHeader, readTiffOrientation } from './fileParts.ts'
import { sniff } from './sniff.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../importer/fixtures/${name}`, import.meta.url)))

it.each([
  ['cmyk.jpg', 'jpeg', false],
  ['progressive.jpg', 'jpeg', false],
  ['grey.jpg', 'jpeg', false],
  ['palette.png', 'png', false],
  ['exif6.png', 'png', false],
  ['rgba16.png', 'png', true],
  ['lossy.webp', 'webp', false],
  ['exif6.webp', 'webp', true],
  ['animated.webp', 'webp', true],
] as const)('readHeader reads size and transparency of %s', (name, type, mayHaveAlpha) => {
  expect(readHeader(type, fixture(name))).toMatchObject({ width: 32, height: 16, mayHaveAlpha })
})

it('readHeader finds the transparency chunk of an indexed PNG', () => {
  const png = fixture('palette.png')
  const afterHeader = 33
  const transparency = Uint8Array.from([0, 0, 0, 1, 0x74, 0x52, 0x4e, 0x53, 0, 0, 0, 0, 0])
  const edited = Uint8Array.from([...png.subarray(0, afterHeader), ...transparency, ...png.subarray(afterHeader)])
  expect(readHeader('png', edited)?.mayHaveAlpha).toBe(true)
})

it('readHeader reads the size of a lossless WebP from its bit stream', () => {
  const head = new Uint8Array(30)
  head.set([...'RIFF\x00\x00\x00\x00WEBPVP8L'].map((char) => char.charCodeAt(0)))
  head[20] = 0x2f
  new DataView(head.buffer).setUint32(21, 99 | (49 << 14), true)
  expect(readHeader('webp', head)).toMatchObject({ width: 100, height: 50, mayHaveAlpha: true })
})

it.each(['cmyk.jpg', 'palette.png', 'lossy.webp'] as const)(
  'readHeader returns null for less than 30 bytes of %s',
  (name) => {
    const type = ({ jpg: 'jpeg', png: 'png', ebp: 'webp' } as const)[name.slice(-3) as 'jpg' | 'png' | 'ebp']
    const bytes = fixture(name)
    for (let length = 0; length < 30; length++) expect(readHeader(type, bytes.subarray(0, length))).toBeNull()
  },
)

it("readHeader returns null for a PNG whose first chunk isn't IHDR", () => {
  const png = fixture('rgba16.png')
  const other = png.slice(8, 33)
  other.set([0x66, 0x41, 0x4b, 0x45], 4) // renames the copied IHDR chunk to fAKE
  expect(readHeader('png', Uint8Array.from([...png.subarray(0, 8), ...other, ...png.subarray(8)]))).toBeNull()
})

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const BIG = 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'
const LITTLE = 'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x08\0\0\0\0\0\0\0'

it.each([
  ['a big-endian block', BIG, 6],
  ['a little-endian block', LITTLE, 8],
  ["a block after JPEG's prefix", `Exif\0\0${BIG}`, 6],
  ['a block with an orientation out of range', BIG.replace('\x06', '\x09'), 1],
  ['a block without an orientation', BIG.replace('\x01\x12', '\x01\x13'), 1],
  ['a directory outside the block', BIG.replace('\x08', '\xff'), 1],
  ['a truncated block', BIG.slice(0, 9), 1],
  ['an empty block', '', 1],
])('findOrientation reads the EXIF orientation of %s', (_, text, orientation) => {
  expect(readTiffOrientation(latin(text))).toBe(orientation)
})

const bytesOf = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)))
const ask = (bytes: Uint8Array) => isComplete(sniff(bytes)!, bytes)

/**
 * Maximum number of bytes that may be missing at the end of each file. Chromium also accepts a PNG without its last
 * checksum.
 */
const FILES = {
  '../importer/fixtures/cmyk.jpg': 0,
  '../importer/fixtures/grey.jpg': 0,
  '../importer/fixtures/progressive.jpg': 0,
  '../../editor/samples/rocket.jpg': 0,
  '../importer/fixtures/palette.png': 4,
  '../importer/fixtures/rgba16.png': 4,
  '../importer/fixtures/exif6.png': 4,
  '../../editor/samples/astronaut.png': 4,
  '../importer/fixtures/lossy.webp': 0,
  '../importer/fixtures/animated.webp': 0,
  '../importer/fixtures/exif6.webp': 0,
  '../importer/fixtures/four-corners.heic': 0,
  '../importer/fixtures/half-transparent.heic': 0,
}

it.each(Object.entries(FILES))('a truncated %s is reported as incomplete', (path, spare) => {
  const bytes = bytesOf(path)
  expect(ask(bytes)).toBe(true)
  expect(ask(bytes.subarray(0, bytes.length - spare))).toBe(true)
  for (const cut of [spare + 1, spare + 2, 16, 64, bytes.length >> 1])
    expect(ask(bytes.subarray(0, bytes.length - cut)), `${cut} bytes less`).toBe(false)
})

it.each(Object.keys(FILES).filter((path) => path.includes('fixtures')))(
  'bytes after the end of the file %s are ignored',
  (path) => {
    expect(ask(Uint8Array.of(...bytesOf(path), ...Buffer.from('SEFH and more of a maker')))).toBe(true)
  },
)

it("the end marker of a thumbnail isn't mistaken for the end of the photo", () => {
  const photo = bytesOf('../importer/fixtures/grey.jpg')
  const thumbnail = Uint8Array.of(0xff, 0xe1, 0, 2 + photo.length, ...photo)
  const cut = photo.subarray(2, photo.length - 20)
  expect(photo.length).toBeGreaterThan(255)
  thumbnail[2] = (2 + photo.length) >> 8
  expect(ask(Uint8Array.of(0xff, 0xd8, ...thumbnail, ...cut))).toBe(false)
  expect(ask(Uint8Array.of(0xff, 0xd8, ...thumbnail, ...photo.subarray(2)))).toBe(true)
})

/** Returns the gray JPEG with these bytes after its first segment. */
function grayWith(...stray: number[]): Uint8Array {
  const photo = bytesOf('../importer/fixtures/grey.jpg')
  const at = 4 + new DataView(photo.buffer, photo.byteOffset).getUint16(4)
  return Uint8Array.of(...photo.subarray(0, at), ...stray, ...photo.subarray(at))
}

it.each([
  ['a byte', [0]],
  ['several bytes', [1, 2, 3]],
  ['zeros and fill bytes', [0xff, 0, 0xff, 0xff, 0]],
  ['a restart marker', [0xff, 0xd0]],
])('readHeader reads a JPEG with %s between two segments', (_, stray) => {
  expect(readHeader('jpeg', grayWith(...stray))).toEqual(readHeader('jpeg', grayWith()))
  expect(ask(grayWith(...stray))).toBe(true)
})

const MANY = 300_000

/** Returns the file with `count` empty chunks inserted at byte `at`, which is after the first chunk. */
function withTinyChunks(name: string, at: number, count: number, tiny: Uint8Array): Uint8Array {
  const file = fixture(name)
  const whole = new Uint8Array(file.length + count * tiny.length)
  whole.set(file.subarray(0, at))
  for (let i = 0; i < count; i++) whole.set(tiny, at + i * tiny.length)
  whole.set(file.subarray(at), at + count * tiny.length)
  return whole
}

it.each([
  ['png', 'rgba16.png', 33, Uint8Array.of(0, 0, 0, 0, 0x74, 0x65, 0x53, 0x74, 0, 0, 0, 0)],
  ['jpeg', 'grey.jpg', 2, Uint8Array.of(0xff, 0xee, 0, 2)],
] as const)('a %s with millions of tiny chunks is reported as incomplete', (type, name, at, tiny) => {
  expect(isComplete(type, withTinyChunks(name, at, 3000, tiny))).toBe(true)
  expect(isComplete(type, withTinyChunks(name, at, MANY, tiny))).toBe(false)
})

it('a HEIC with thousands of top-level boxes is reported as incomplete', () => {
  const box = Uint8Array.of(0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65)
  expect(isComplete('heic', withTinyChunks('four-corners.heic', 0, 100, box))).toBe(true)
  expect(isComplete('heic', withTinyChunks('four-corners.heic', 0, MANY, box))).toBe(false)
})

it('the search for the end of a JPEG reads only the last 32 MiB', () => {
  const file = fixture('grey.jpg')
  const padded = new Uint8Array(file.length + 2 ** 26)
  padded.set(file.subarray(0, -2))
  const lastIndexOf = vi.spyOn(Uint8Array.prototype, 'lastIndexOf')
  expect(isComplete('jpeg', padded)).toBe(true)
  const searched = lastIndexOf.mock.contexts.map((bytes) => (bytes as Uint8Array).length)
  lastIndexOf.mockRestore()
  expect(searched).toEqual([2 ** 25])
})
