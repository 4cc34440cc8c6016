import { expect, it } from 'vitest'
import { converted } from '#client/kit/base/color-space/colorSpace.ts'
import { pixelsOf, sourceOf } from './fixtures/sourceOf.ts'
import { colorLayer } from './pictureLayers.ts'
import { srgbSource } from './pixelSource.ts'

const SIZE = { width: 2, height: 1 }
const RGBA = Uint8Array.from([234, 51, 35, 255, 10, 200, 30, 7])

it('returns an sRGB image unchanged', () => {
  const source = sourceOf(SIZE, RGBA)
  expect(srgbSource(source)).toBe(source)
})

it('converts an image and its layers to sRGB and keeps alpha', async () => {
  const source = sourceOf(SIZE, RGBA, { colorSpace: 'display-p3' })
  const layers = [colorLayer(source, [1, 0, 0])]
  const picture = srgbSource({ ...source, layers })
  expect(picture.colorSpace).toBe('srgb')
  const green = converted([10 / 255, 200 / 255, 30 / 255], 'display-p3', 'srgb').map((value) => Math.round(255 * value))
  expect([...(await pixelsOf(picture))]).toEqual([255, 0, 0, 255, ...green, 7])
  const opened = await picture.layers?.[0]?.open()
  expect([...(await pixelsOf(opened!))].slice(0, 4)).toEqual([255, 0, 0, 255])
})

it("fills a solid-colour layer in the image's colour space", async () => {
  const opened = await colorLayer(sourceOf(SIZE, RGBA, { colorSpace: 'display-p3' }), [1, 0, 0]).open()
  expect([...(await pixelsOf(opened))].slice(0, 4)).toEqual([234, 51, 35, 255])
})
