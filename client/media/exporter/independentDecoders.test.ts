/** Tests that independent decoders read exported files. These decoders check every checksum. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { decoded } from '../../../tests/helpers/decoded.ts'
import { encodeWholeJpeg, encodeWholePng } from './fixtures/encodeWhole.ts'
import { CONTENTS, makePicture } from './fixtures/pictures.ts'

it.each(
  CONTENTS.flatMap((content) => [
    { content, opaque: true },
    { content, opaque: false },
  ]),
)('libpng decodes a PNG of $content losslessly (opaque: $opaque)', async ({ content, opaque }) => {
  const size = { width: 331, height: 290 }
  const rgba = makePicture(size, content, opaque)
  const { data, ...read } = await decoded(encodeWholePng(size, rgba, opaque, 128))
  expect(read).toEqual(size)
  expect(Buffer.compare(data, rgba)).toBe(0)
})

/** Returns the mean absolute difference of the colors, in 8-bit levels. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) if (i % 4 < 3) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return sum / ((3 * a.length) / 4)
}

const photo = (name: string) =>
  PNG.sync.read(readFileSync(join(import.meta.dirname, '../../editor/samples', `${name}.png`)))

it.each([
  ['astronaut', 92, 2],
  ['astronaut', 100, 1],
  ['astronaut', 60, 6],
  ['chelsea', 92, 2],
  ['coffee', 92, 2],
])(
  'libjpeg decodes a JPEG of the photo "%s" at quality %i within %d levels of the original',
  async (name, quality, limit) => {
    const { width, height, data } = photo(name)
    const read = await decoded(encodeWholeJpeg({ width, height }, data, quality, 176))
    expect([read.width, read.height]).toEqual([width, height])
    expect(difference(data, read.data)).toBeLessThanOrEqual(limit)
  },
)

it.each([
  [1, 1, 92],
  [17, 5, 92],
  [5, 333, 92],
  [17, 5, 50],
  [33, 335, 50],
  [1000, 16, 1],
])('libjpeg reads a complete JPEG of %i × %i px at quality %i', async (width, height, quality) => {
  const rgba = makePicture({ width, height }, 'flat', true)
  const read = await decoded(encodeWholeJpeg({ width, height }, rgba, quality, 176))
  expect([read.width, read.height]).toEqual([width, height])
  expect(difference(rgba, read.data)).toBeLessThan(quality === 1 ? 25 : 2)
})

it('a JPEG decodes to the same image for any strip height', () => {
  const size = { width: 211, height: 400 }
  const rgba = makePicture(size, 'noise', true)
  for (const quality of [50, 95])
    expect(encodeWholeJpeg(size, rgba, quality, 176)).toEqual(encodeWholeJpeg(size, rgba, quality, 400))
})
