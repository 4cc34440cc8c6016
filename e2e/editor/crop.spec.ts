/** Tests aspect ratio and crop: the frame on the canvas, in the preview and in the file. */

import type { Page } from '@playwright/test'
import type { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, pixelAt, preview } from '../support/gestures.ts'
import { areaScaled, ssim } from '../support/pixels.ts'
import { download, expect, openSeparated } from '../support/test.ts'

test.use({ viewport: { width: 1000, height: 460 } })

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Crop' })
const crop = (page: Page) => page.evaluate(() => window.midground!.document().crop)

async function openCrop(page: Page) {
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

async function done(page: Page) {
  await panel(page).getByRole('button', { name: 'Done' }).click()
  await expect(panel(page)).toBeHidden()
}

/**
 * Offsets between file and preview to try, px. Preview and file each start at a whole px, so they may differ by up to
 * half a px.
 */
const SHIFTS = [-0.5, -0.25, 0, 0.25, 0.5]

/** Returns the similarity of the preview and the file at the preview's size and at the best offset of the file. */
async function similarity(page: Page, png: PNG): Promise<number> {
  const shown = await preview(page)
  // the editor has not fitted the canvas to the image yet
  if (Math.abs(shown.width / shown.height - png.width / png.height) > 0.02) return 0
  const { x = 0, y = 0 } = (await crop(page)) ?? {}
  const similarityAt = (right: number, down: number) => {
    const part = { ...shown.region, x: shown.region.x - x + right, y: shown.region.y - y + down }
    return ssim(shown, areaScaled(png, shown.width, shown.height, part))
  }
  return Math.max(...SHIFTS.flatMap((right) => SHIFTS.map((down) => similarityAt(right, down))))
}

test('choosing a named size in Crop sets the frame around the subject and the size of the file', async ({ page }) => {
  await openSeparated(page)
  await openCrop(page)
  await panel(page).getByRole('button', { name: 'Story' }).click()
  await expect(panel(page).getByText('File: 1080 × 1920 px')).toBeVisible()
  const story = await crop(page)
  expect(story).toMatchObject({ format: '9:16', y: 0, width: 288, height: 512 })
  expect(Math.abs(story!.x + 144 - 225), "the frame is centered on the astronaut's head").toBeLessThan(40)
  await panel(page).getByRole('spinbutton', { name: 'Height' }).fill('300')
  await page.keyboard.press('Enter')
  await expect.poll(() => crop(page)).toMatchObject({ format: 'free', y: 106, width: 288, height: 300 })
  await expect(panel(page).getByText(/^File:/)).toBeHidden()
  await panel(page).getByRole('button', { name: 'A4' }).click()
  await expect.poll(() => crop(page)).toMatchObject({ format: '210:297', width: 362, height: 512 })
  await done(page)
  const { png } = await download(page)
  expect([png.width, png.height]).toEqual([2480, 3508])
})

/** Returns true for the orange of the astronaut's suit. */
const isSuit = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green > 50 && green < 130 && blue < 90

test("Fill around widens a photo that is narrower than the crop's frame, as one undo step", async ({ page }) => {
  test.slow() // the test fills two margins
  await openSeparated(page)
  await openCrop(page)
  await expect(panel(page).getByRole('button', { name: 'Fill around' })).toBeHidden()
  await panel(page).getByRole('radio', { name: '16:9' }).click()
  await expect.poll(() => crop(page)).toMatchObject({ format: '16:9', width: 512, height: 288 })
  const before = await hash(page)
  await panel(page).getByRole('button', { name: 'Fill around' }).click()
  await expect.poll(() => crop(page)).toMatchObject({ format: '16:9', x: 0, width: 768, height: 432 })
  await expect(panel(page).getByRole('button', { name: 'Fill around' })).toBeHidden()
  await done(page)
  const { png } = await download(page)
  expect([png.width, png.height]).toEqual([768, 432])
  const orange = (x: number) => Array.from({ length: 432 }, (_, y) => pixelAt(png, { x, y })).filter(isSuit).length
  expect(orange(128 + 200), 'the suit in the photo').toBeGreaterThan(50)
  expect(Math.max(...[10, 40, 80, 110].map(orange)), 'the margin shows no part of the subject').toBeLessThan(10)
  const rows = Array.from({ length: 200 }, (_, y) =>
    Math.abs(pixelAt(png, { x: 127, y })[1]! - pixelAt(png, { x: 128, y })[1]!),
  )
  expect(rows.filter((step) => step > 24).length, 'no seam above the subject').toBeLessThan(20)
  await expect.poll(() => similarity(page, png)).toBeGreaterThan(0.97)
  const layers = page.getByRole('region', { name: 'Layers' })
  await page.getByRole('button', { name: 'Layers', exact: true }).click()
  await layers.getByRole('button', { name: 'Hide Subject' }).click()
  const hidden = (await download(page)).png
  expect(isSuit(pixelAt(hidden, { x: 128 + 200, y: 400 })), 'the background behind the subject').toBe(false)
  for (let steps = 0; steps < 2; steps++) await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await hash(page)).toBe(before)
})

test('the export dialog suggests the size that the user typed in Crop', async ({ page }) => {
  await openSeparated(page)
  await openCrop(page)
  const ownSize = panel(page).getByRole('button', { name: 'Custom size (px)' })
  const isWhole = (name: Element) => name.scrollWidth <= name.clientWidth
  expect(await ownSize.locator('span').last().evaluate(isWhole), 'the whole name is visible').toBe(true)
  await ownSize.click()
  await panel(page).getByRole('spinbutton', { name: 'Width' }).fill('900')
  await page.keyboard.press('Enter')
  await panel(page).getByRole('spinbutton', { name: 'Height' }).fill('300')
  await page.keyboard.press('Enter')
  await expect.poll(() => crop(page)).toMatchObject({ format: 'free', width: 512, height: 171 })
  await done(page)
  await page.getByRole('button', { name: 'More download options' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download' })
  await expect(dialog.getByRole('spinbutton', { name: 'Width' })).toHaveValue('900')
  await expect(dialog.getByRole('spinbutton', { name: 'Height' })).toHaveValue('300')
  await expect(dialog.getByRole('status')).toContainText('900 × 300')
})

test('the preview and the export show the straightened and rotated crop', async ({ page }) => {
  await openSeparated(page)
  const { png: whole } = await download(page)
  const before = await hash(page)
  await openCrop(page)
  await panel(page).getByRole('radio', { name: '4:5' }).click()
  await expect.poll(() => crop(page)).toMatchObject({ format: '4:5', y: 0, width: 410, height: 512 })
  const framed = (await crop(page))!.x
  await dragOnCanvas(page, { x: 226, y: 256 }, { x: 256, y: 256 })
  await expect.poll(async () => (await crop(page))?.x).toBeGreaterThan(framed)
  await done(page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await crop(page)) ?? {}
  const { png: part } = await download(page)
  expect([part.width, part.height]).toEqual([width, height])
  for (const row of [0, 200, height - 1]) {
    const from = 4 * ((row + y) * whole.width + x)
    const expected = whole.data.subarray(from, from + 4 * width)
    expect(Buffer.compare(part.data.subarray(4 * row * width, 4 * (row + 1) * width), expected), `row ${row}`).toBe(0)
  }
  await expect.poll(() => similarity(page, part)).toBeGreaterThan(0.99)

  await openCrop(page)
  await panel(page).getByRole('slider', { name: 'Straighten' }).focus()
  await page.keyboard.press('PageUp')
  await expect.poll(async () => (await crop(page))?.angle).toBeGreaterThan(0)
  await panel(page).getByRole('button', { name: 'Rotate by 90°' }).click()
  await expect.poll(async () => (await crop(page))?.quarterTurns).toBe(1)
  await done(page)
  const { png: turned } = await download(page)
  expect(turned.width).toBeGreaterThan(turned.height)
  await expect.poll(() => similarity(page, turned)).toBeGreaterThan(0.99)

  await openCrop(page)
  await panel(page).getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => hash(page)).toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await crop(page))?.quarterTurns).toBe(1)
})
