import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readHeader } from './header.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))

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
] as const)('reads size and transparency of %s without decoding it', (name, type, mayHaveAlpha) => {
  expect(readHeader(type, fixture(name))).toEqual({ width: 32, height: 16, mayHaveAlpha })
})

it('finds the transparency chunk of an indexed PNG', () => {
  const png = fixture('palette.png')
  const afterHeader = 33
  const transparency = Uint8Array.from([0, 0, 0, 1, 0x74, 0x52, 0x4e, 0x53, 0, 0, 0, 0, 0])
  const edited = Uint8Array.from([...png.subarray(0, afterHeader), ...transparency, ...png.subarray(afterHeader)])
  expect(readHeader('png', edited)?.mayHaveAlpha).toBe(true)
})

it('reads the size of a lossless WebP from its bit stream', () => {
  const head = new Uint8Array(30)
  head.set([...'RIFF\x00\x00\x00\x00WEBPVP8L'].map((char) => char.charCodeAt(0)))
  head[20] = 0x2f
  new DataView(head.buffer).setUint32(21, 99 | (49 << 14), true)
  expect(readHeader('webp', head)).toEqual({ width: 100, height: 50, mayHaveAlpha: true })
})

it.each(['cmyk.jpg', 'palette.png', 'lossy.webp'] as const)(
  'returns null for the first 30 bytes of %s, cut anywhere',
  (name) => {
    const type = ({ jpg: 'jpeg', png: 'png', ebp: 'webp' } as const)[name.slice(-3) as 'jpg' | 'png' | 'ebp']
    const bytes = fixture(name)
    for (let length = 0; length < 30; length++) expect(readHeader(type, bytes.subarray(0, length))).toBeNull()
  },
)

it('returns null for a PNG that begins with another chunk than its header', () => {
  const png = fixture('rgba16.png')
  const other = png.slice(8, 33)
  other.set([0x66, 0x41, 0x4b, 0x45], 4) // named fAKE
  expect(readHeader('png', Uint8Array.from([...png.subarray(0, 8), ...other, ...png.subarray(8)]))).toBeNull()
})
