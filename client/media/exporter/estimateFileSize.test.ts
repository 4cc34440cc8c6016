/** Compares the file size that a sample predicts with the size of the whole file, for a large photo-like image. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { sampleRows } from './exportPicture.ts'
import { pixelsOf, sourceOf } from './fixtures/sourceOf.ts'
import { encodeJpeg } from './formats/jpeg/encodeJpeg.ts'
import { encodePng } from './formats/png/encodePng.ts'

const { signal } = new AbortController()
const SIZE = { width: 1500, height: 1400 }

/** Returns an image of flipped photos side by side. */
function mosaic(): Uint8Array {
  const photos = ['astronaut', 'coffee', 'chelsea'].map((name) =>
    PNG.sync.read(readFileSync(join(import.meta.dirname, `../../editor/samples/${name}.png`))),
  )
  const rgba = new Uint8Array(4 * SIZE.width * SIZE.height)
  const folded = (at: number, length: number) =>
    Math.floor(at / length) % 2 ? length - 1 - (at % length) : at % length
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const { width, height, data } = photos[Math.floor(x / 500)] as PNG
      const from = 4 * (folded(y, height) * width + folded(x % 500, width))
      rgba.set(data.subarray(from, from + 4), 4 * (y * SIZE.width + x))
    }
  return rgba
}

const rgba = mosaic()

it.each([
  ['PNG', encodePng],
  ['JPEG (quality 92)', (source, options) => encodeJpeg(source, 92, options)],
  ['JPEG (quality 50)', (source, options) => encodeJpeg(source, 50, options)],
] as [string, typeof encodePng][])(
  'the estimated size of a %s file is within 10% of the actual size',
  async (_, encode) => {
    let painted = 0
    const source = sourceOf(SIZE, rgba, { painted: (pixels) => (painted += pixels) })
    const sample = sampleRows(source, 500_000)
    const part = await encode(sample.source, { signal })
    expect(painted).toBeLessThan(600_000)
    const whole = await encode(source, { signal })
    if (!part.ok || !whole.ok) throw new Error('not encoded')
    const ratio = (part.value.size * sample.factor) / whole.value.size
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  },
)

it('the estimate of a small image encodes the whole image', () => {
  const source = sourceOf(SIZE, rgba)
  expect(sampleRows(source)).toEqual({ source, factor: 1 })
})

it('sampleRows returns rows of the image in their original order', async () => {
  const { source } = sampleRows(sourceOf(SIZE, rgba), 300_000)
  const rows = await pixelsOf(source)
  const isRow = (at: number, y: number) =>
    Buffer.compare(
      rows.subarray(4 * SIZE.width * at, 4 * SIZE.width * (at + 1)),
      rgba.subarray(4 * SIZE.width * y, 4 * SIZE.width * (y + 1)),
    ) === 0
  const bands = source.size.height / 32
  const found = Array.from({ length: bands }, (_, band) => {
    for (let y = 0; y < SIZE.height; y++) if (isRow(32 * band, y) && isRow(32 * band + 31, y + 31)) return y
    return -1
  })
  expect(found.every((y, i) => y > (found[i - 1] ?? -1))).toBe(true)
})
