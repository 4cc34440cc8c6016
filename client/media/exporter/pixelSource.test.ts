import { expect, it } from 'vitest'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { makePicture } from './fixtures/pictures.ts'
import { pixelsOf, sourceOf } from './fixtures/sourceOf.ts'
import { colorLayer } from './pictureLayers.ts'
import { frameSource, mapSource, overColor, srgbSource } from './pixelSource.ts'

const SIZE = { width: 20, height: 10 }
const picture = makePicture(SIZE, 'noise', true)
const pixel = (rgba: Uint8Array, width: number, x: number, y: number) => [
  ...rgba.subarray(4 * (y * width + x)).slice(0, 4),
]

it('frameSource crops the image without changing pixels', async () => {
  const part = frameSource(sourceOf(SIZE, picture), { x: 3, y: 2, width: 8, height: 5 })
  expect(part).toMatchObject({ size: { width: 8, height: 5 }, opaque: true })
  const pixels = await pixelsOf(part)
  for (let x = 0; x < 8; x++)
    for (let y = 0; y < 5; y++) expect(pixel(pixels, 8, x, y)).toEqual(pixel(picture, 20, x + 3, y + 2))
})

it('margins around an image are transparent or have the background color', async () => {
  const open = frameSource(sourceOf(SIZE, picture), { x: -2, y: -3, width: 24, height: 16 })
  const grounded = overColor(open, [1, 0.5, 0])
  expect([open.opaque, grounded.opaque]).toEqual([false, true])
  const [clear, colored] = [await pixelsOf(open), await pixelsOf(grounded)]
  for (let i = 0; i < 24 * 16; i++) {
    const [x, y] = [i % 24, Math.floor(i / 24)]
    const inside = x >= 2 && x < 22 && y >= 3 && y < 13 ? pixel(picture, 20, x - 2, y - 3) : null
    expect(pixel(clear, 24, x, y)).toEqual(inside ?? [0, 0, 0, 0])
    expect(pixel(colored, 24, x, y)).toEqual(inside ?? [255, 128, 0, 255])
  }
})

it("a strip outside the image is transparent and isn't painted", async () => {
  let asked = 0
  const source = sourceOf(SIZE, picture, { painted: () => asked++ })
  await frameSource(source, { x: 0, y: -8, width: 20, height: 26 }).paint({ x: 0, y: 0, width: 20, height: 8 })
  expect(asked).toBe(0)
})

it('overColor composites translucent pixels over the background', async () => {
  const rgba = Uint8Array.from([200, 100, 0, 255, 200, 100, 0, 128, 200, 100, 0, 0])
  const source = sourceOf({ width: 3, height: 1 }, rgba, { opaque: false })
  const pixels = await pixelsOf(overColor(source, [1, 1, 1]))
  expect([...pixels]).toEqual([200, 100, 0, 255, 227, 177, 127, 255, 255, 255, 255, 255])
})

const TWO_PIXELS = { width: 2, height: 1 }
const RGBA = Uint8Array.from([234, 51, 35, 255, 10, 200, 30, 7])

it('srgbSource returns an image that is already sRGB unchanged', () => {
  const source = sourceOf(TWO_PIXELS, RGBA)
  expect(srgbSource(source)).toBe(source)
})

it('srgbSource converts an image and its layers to sRGB', async () => {
  const source = sourceOf(TWO_PIXELS, RGBA, { colorSpace: 'display-p3' })
  const changed = mapSource({ ...source, layers: [colorLayer(source, [1, 0, 0])] }, srgbSource)
  expect(changed.colorSpace).toBe('srgb')
  const green = converted([10 / 255, 200 / 255, 30 / 255], 'display-p3', 'srgb').map((value) => Math.round(255 * value))
  expect([...(await pixelsOf(changed))]).toEqual([255, 0, 0, 255, ...green, 7])
  const opened = await changed.layers?.[0]?.open()
  expect([...(await pixelsOf(opened!))].slice(0, 4)).toEqual([255, 0, 0, 255])
})

it("colorLayer converts its color to the image's color space", async () => {
  const opened = await colorLayer(sourceOf(TWO_PIXELS, RGBA, { colorSpace: 'display-p3' }), [1, 0, 0]).open()
  expect([...(await pixelsOf(opened))].slice(0, 4)).toEqual([234, 51, 35, 255])
})
