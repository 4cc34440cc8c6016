import { expect, it } from 'vitest'
import { mipmapFor } from './node.ts'

const SIDE = 64

/**
 * Creates an image of alternating black and white pixels. If a browser skips pixels when it downscales, the result has
 * only one color.
 */
async function board(): Promise<ImageBitmap> {
  const rgba = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) rgba.fill(((i % SIDE) + Math.floor(i / SIDE)) % 2 ? 255 : 0, 4 * i, 4 * i + 3)
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255
  return createImageBitmap(new ImageData(rgba, SIDE))
}

it('mipmapFor returns an image at least as large as the drawn size', async () => {
  const { width, height } = mipmapFor(await board(), 0.2)
  expect([width, height]).toEqual([16, 16])
})

it('mipmapFor averages the pixels of the image instead of skipping pixels', async () => {
  const quarter = mipmapFor(await board(), 0.2)
  const context = new OffscreenCanvas(16, 16).getContext('2d')!
  context.drawImage(quarter, 0, 0)
  const { data } = context.getImageData(0, 0, 16, 16)
  for (const value of data.filter((_, i) => i % 4 !== 3)) expect(Math.abs(value - 127.5)).toBeLessThan(2)
})

it('mipmapFor reuses a size that has already been computed', async () => {
  const picture = await board()
  expect(mipmapFor(picture, 0.5)).toBe(mipmapFor(picture, 0.3))
  expect(mipmapFor(picture, 0.51)).toBe(picture)
  expect(mipmapFor(picture, 3)).toBe(picture)
})
