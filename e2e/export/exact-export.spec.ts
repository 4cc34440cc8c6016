/** Exports of an unedited photo are lossless: opaque and with alpha, in all eight orientations. */
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { turned } from '../support/exifOrientation.ts'
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

test('applies all eight orientations and keeps no metadata', async ({ page }) => {
  await openEditor(page)
  for (let orientation = 1; orientation <= 8; orientation++) {
    const { jpeg, stored } = await page.evaluate(orientedJpeg, orientation)
    const upright = turned({ width: 200, height: 120, data: stored }, orientation)
    await upload(page, { name: `turned${orientation}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
    await expect
      .poll(() => page.evaluate(() => window.midground?.document().photo?.name))
      .toBe(`turned${orientation}.jpg`)
    await expect.poll(() => page.evaluate(() => document.querySelector('[aria-busy=true]') === null)).toBe(true)
    const { bytes, png } = await download(page)
    expect([png.width, png.height], `orientation ${orientation}`).toEqual([upright.width, upright.height])
    expect(Buffer.compare(png.data, upright.data), `orientation ${orientation}`).toBe(0)
    expect(bytes.includes('Exif')).toBe(false)
    expect(bytes.includes('eXIf')).toBe(false)
  }
})

/** Runs in the page. Returns a JPEG with an EXIF orientation, and its stored pixels. */
async function orientedJpeg(orientation: number) {
  const canvas = new OffscreenCanvas(200, 120)
  const context = canvas.getContext('2d')!
  const gradient = context.createLinearGradient(0, 0, 200, 120)
  gradient.addColorStop(0, '#102080')
  gradient.addColorStop(1, '#f0c040')
  context.fillStyle = gradient
  context.fillRect(0, 0, 200, 120)
  context.fillStyle = '#d02020'
  context.fillRect(10, 10, 60, 30)
  const plain = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer())
  // APP1 "Exif", little endian TIFF, one entry: 0x0112 Orientation, SHORT (Exif 2.32, 4.6.4).
  const exif = [
    0xff,
    0xe1,
    0x00,
    0x22,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x49,
    0x49,
    0x2a,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const jpeg = Uint8Array.from([...plain.subarray(0, 2), ...exif, ...plain.subarray(2)])
  const lying = await createImageBitmap(new Blob([plain], { type: 'image/jpeg' }))
  const out = new OffscreenCanvas(200, 120)
  const drawn = out.getContext('2d', { willReadFrequently: true })!
  drawn.drawImage(lying, 0, 0)
  return { jpeg, stored: new Uint8Array(drawn.getImageData(0, 0, 200, 120).data) }
}
