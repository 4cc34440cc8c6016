/** Exports of an unedited photo are lossless, opaque and with alpha. `tests/pixels` tests the eight orientations. */
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { download, expect, IMAGINING, openEditor, upload } from '../support/test.ts'

test.use(IMAGINING)

/** Returns a photo with noise, gradients and, with alpha, every alpha from 0 to 255. */
function picture(width: number, height: number, hasAlpha: boolean): PNG {
  const png = new PNG({ width, height })
  let seed = 7
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      png.data[i * 4 + c] = seed >>> 24
    }
    png.data[i * 4 + 3] = hasAlpha ? i % 256 : 255
  }
  return png
}

for (const hasAlpha of [false, true])
  test(`exports an unedited photo ${hasAlpha ? 'with alpha' : 'without alpha'} losslessly`, async ({ page }) => {
    await openEditor(page)
    const original = picture(700, 533, hasAlpha)
    await upload(page, { name: 'noise.v2.png', mimeType: 'image/png', buffer: PNG.sync.write(original) })
    await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.width)).toBe(700)
    await expect.poll(() => page.evaluate(() => document.querySelector('[aria-busy=true]') === null)).toBe(true)
    const { name, bytes, png } = await download(page)
    expect(name).toMatch(/^noise\.v2_\d{10}\.png$/)
    // Colour type, byte 25: 2 = truecolour, 6 = with alpha.
    expect(bytes[25]).toBe(hasAlpha ? 6 : 2)
    expect(Buffer.compare(png.data, original.data)).toBe(0)
  })
