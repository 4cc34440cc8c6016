/** The background removed, painted over and replaced. Checks the export per pixel, and that Reset is lossless. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { hash, layersOf, listen, openTab, pixelAt, setField } from '../support/gestures.ts'
import { download, expect, openSeparated, sample } from '../support/test.ts'

const CORNERS = [
  { x: 2, y: 2 },
  { x: 509, y: 2 },
]
/** The astronaut's face in the 512 × 512 photo. */
const FACE = { x: 225, y: 110 }
const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))

async function ready(page: Page, tab: string) {
  await openSeparated(page)
  await openTab(page, tab)
}

/** Returns opaque noise: a background whose pixels all differ from their neighbours. */
function noise(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  let seed = 7
  for (let i = 0; i < png.data.length; i++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    png.data[i] = i % 4 === 3 ? 255 : seed >> 16
  }
  return PNG.sync.write(png)
}

test('removes the background, and Reset restores the photo losslessly', async ({ page }) => {
  await ready(page, 'Remove BG')
  const before = await hash(page)
  const original = (await download(page)).bytes
  const panel = page.getByRole('tabpanel', { name: 'Remove BG' })
  await expect(panel.getByRole('button', { name: 'Reset Background' })).toBeDisabled()
  const said = await listen(page)
  await panel.getByRole('button', { name: 'Remove BG' }).click()
  await said('Background removed!')
  await expect(panel.getByRole('button', { name: 'Background Removed' })).toBeDisabled()
  await expect(page.getByRole('tab', { name: 'Text', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tab', { name: 'Change BG' })).not.toHaveAttribute('aria-disabled', 'true')

  const { png } = await download(page)
  for (const corner of CORNERS) expect(pixelAt(png, corner)[3]).toBe(0)
  expect(pixelAt(png, FACE)).toEqual(pixelAt(photo, FACE))
  // The edge has the subject's pure colours: over a background between black and white they give the photo.
  let worst = 0
  for (let i = 0; i < png.data.length; i += 4) {
    const alpha = png.data[i + 3]! / 255
    if (alpha < 0.1 || alpha === 1) continue
    for (let c = 0; c < 3; c++) {
      const behind = photo.data[i + c]! - alpha * png.data[i + c]!
      worst = Math.max(worst, -behind, behind - (1 - alpha) * 255)
    }
  }
  expect(worst, 'the soft edge mixes only the subject and its background').toBeLessThanOrEqual(4)

  await panel.getByRole('button', { name: 'Reset Background' }).click()
  expect(await hash(page)).toBe(before)
  expect((await download(page)).bytes.equals(original)).toBe(true)
})

test('a background image sets canvas size and pixels, and the subject moves and scales in front', async ({ page }) => {
  await ready(page, 'Change BG')
  const before = await hash(page)
  const original = (await download(page)).bytes
  await page.getByRole('radio', { name: 'Image' }).click()
  const file = noise(900, 600)
  const image = PNG.sync.read(file)
  const said = await listen(page)
  await page.getByLabel('Background image').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: file })
  await said('Background changed successfully!')
  await setField(page, 'Subject size', '50')
  await setField(page, 'Subject horizontal', '20')
  const { png } = await download(page)
  expect([png.width, png.height]).toEqual([900, 600])
  let changed = 0
  for (let y = 0; y < 600; y++)
    for (let x = 0; x < 300; x++) if (pixelAt(png, { x, y }).join() !== pixelAt(image, { x, y }).join()) changed++
  expect(changed, 'where the subject does not stand the image is exact').toBe(0)
  expect(await layersOf(page, 'subject')).toMatchObject([{ foregroundSize: 50, foregroundPosition: { x: 20, y: 0 } }])

  const panel = page.getByRole('tabpanel', { name: 'Change BG' })
  await panel.getByRole('button', { name: 'Reset Background' }).click()
  expect(await hash(page)).toBe(before)
  expect((await download(page)).bytes.equals(original)).toBe(true)
})
