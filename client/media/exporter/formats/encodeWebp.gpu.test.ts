/**
 * Compares the WebP file size that a sample predicts with the size of the whole file, for photos, a clear sky and
 * almost empty images.
 */
import { expect, it, onTestFinished } from 'vitest'
import astronaut from '#client/editor/samples/astronaut.png'
import chelsea from '#client/editor/samples/chelsea.png'
import coffee from '#client/editor/samples/coffee.png'
import { estimateFileSize } from '../exportPicture.ts'
import { type Content, makePicture } from '../fixtures/pictures.ts'
import { sourceOf } from '../fixtures/sourceOf.ts'
import type { PixelSource } from '../pixelSource.ts'
import { canEncodeWebp } from './encodeWebp.ts'
import { webp } from './registry.ts'

const { signal } = new AbortController()
const SIZE = { width: 1500, height: 1400 }

/** Returns an image of flipped photos side by side. */
async function mosaic(): Promise<Uint8Array> {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  for (const [column, url] of [astronaut, coffee, chelsea].entries()) {
    const photo = await createImageBitmap(await (await fetch(url)).blob())
    for (let row = 0; row * photo.height < SIZE.height; row++) {
      context.setTransform(1, 0, 0, row % 2 ? -1 : 1, 500 * column, (row + (row % 2)) * photo.height)
      context.drawImage(photo, 0, 0, 500, photo.height)
    }
  }
  return new Uint8Array(context.getImageData(0, 0, SIZE.width, SIZE.height).data.buffer)
}

/** Returns a white image with a black disc. */
const drawing = () => {
  const rgba = new Uint8Array(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < rgba.length / 4; i++)
    if (Math.hypot((i % SIZE.width) - 750, Math.floor(i / SIZE.width) - 700) < 300) rgba.fill(0, 4 * i, 4 * i + 3)
  return rgba
}

const made = (content: Content) => async () => makePicture(SIZE, content, true)

const encode = (source: PixelSource, quality: number) => webp.encode(source, { quality }, { signal })

const PICTURES = [
  ['photos', 92, mosaic],
  ['photos', 50, mosaic],
  ['a clear sky', 92, made('smooth')],
  ['a gradient', 92, made('gradient')],
  ['one color', 92, made('flat')],
  ['a drawing', 92, async () => drawing()],
] as const

// Skips the tests in a browser that can't write WebP.
it.each((await canEncodeWebp()) ? PICTURES : [])(
  "the estimated size of %s as WebP with quality %i is within 10% of the file's size",
  async (_, quality, make) => {
    const source = sourceOf(SIZE, await make())
    const told = await estimateFileSize(source, (part) => encode(part, quality), 500_000)
    const whole = await encode(source, quality)
    if (!told.ok || !whole.ok) throw new Error('not encoded')
    const shown = await createImageBitmap(whole.value.file)
    expect([shown.width, shown.height]).toEqual([SIZE.width, SIZE.height])
    const ratio = told.value / whole.value.file.size
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  },
)

it('canEncodeWebp returns false if the browser encodes a different format instead', async () => {
  const original = OffscreenCanvas.prototype.convertToBlob
  onTestFinished(() => {
    OffscreenCanvas.prototype.convertToBlob = original
  })
  OffscreenCanvas.prototype.convertToBlob = function () {
    return original.call(this, { type: 'image/png' })
  }
  expect(await canEncodeWebp()).toBe(false)
  const size = { width: 4, height: 4 }
  expect(await encode(sourceOf(size, makePicture(size, 'flat', true)), 92)).toEqual({ ok: false, error: 'too-large' })
})

it('the size estimate of a photo reads only a sample', async () => {
  let painted = 0
  const source = sourceOf(SIZE, await mosaic(), { painted: (pixels) => (painted += pixels) })
  await estimateFileSize(source, (part) => encode(part, 92), 500_000)
  expect(painted).toBeLessThan(600_000)
})
