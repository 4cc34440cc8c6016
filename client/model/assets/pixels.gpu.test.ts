import { expect, it, onTestFinished } from 'vitest'
import { pixelsOf } from './pixels.ts'

it('pixelsOf reads a photo without loss, using canvases small enough for a phone', async () => {
  const [width, height] = [1100, 1000]
  const bytes = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < bytes.length; i++) bytes[i] = i % 4 === 3 ? 255 : (i * 2_654_435_761) >>> 24
  // this bitmap has no stored straight pixels, so `pixelsOf` must read it with canvases
  const image = await createImageBitmap(new ImageData(bytes, width, height))
  const areas = watchCanvases()
  const pixels = pixelsOf(image)
  expect([pixels.width, pixels.height]).toEqual([width, height])
  expect(pixels.data.findIndex((value, i) => value !== bytes[i])).toBe(-1)
  expect(areas).toHaveLength(1)
  expect(Math.max(...areas)).toBeLessThanOrEqual(2 ** 20)
})

/** Records the area (px) of each canvas that is created after this call. */
function watchCanvases(): number[] {
  const Native = OffscreenCanvas
  const areas: number[] = []
  globalThis.OffscreenCanvas = class extends Native {
    constructor(width: number, height: number) {
      super(width, height)
      areas.push(width * height)
    }
  }
  onTestFinished(() => {
    globalThis.OffscreenCanvas = Native
  })
  return areas
}
