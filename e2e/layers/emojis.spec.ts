/** Emojis and stickers by mouse. Checks exported pixels. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, layersOf, openTab, pixelAt } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { download, expect, openSeparated, sample } from '../support/test.ts'

const stickers = (page: Page) => layersOf(page, 'sticker')
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji picker' })

async function ready(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Emojis')
}

async function addEmoji(page: Page, search: string) {
  await page.getByRole('button', { name: 'Add Emoji' }).click()
  await expect(picker(page)).toBeVisible()
  await page.getByPlaceholder('Search emojis...').fill(search)
  await picker(page).locator(`button[title="${search}" i]`).first().click()
}

/** The astronaut's face: visible in front of the subject, hidden behind it. */
const FACE = { x: 225, y: 110 }

test("adds an emoji and the user's own sticker in front of the subject and sets their fields", async ({ page }) => {
  await ready(page)
  await addEmoji(page, 'red heart')
  await expect.poll(() => stickers(page)).toMatchObject([{ type: 'emoji', scale: 1.5, placement: 'foreground' }])
  const field = (name: string) => page.getByRole('spinbutton', { name, exact: true })
  await field('Size').fill('99')
  await page.keyboard.press('Enter')
  await expect(field('Size')).toHaveValue('5')
  await field('Size').fill('x')
  await page.keyboard.press('Enter')
  await expect(field('Size')).toHaveValue('5')
  await field('Size').fill('1')
  await page.keyboard.press('Enter')
  await dragOnCanvas(page, { x: 256, y: 256 }, FACE)
  const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
  const [red = 0, green = 0, blue = 0, alpha] = pixelAt((await download(page)).png, FACE)
  expect(pixelAt(photo, FACE)).not.toEqual([red, green, blue, 255])
  expect(red, 'a red heart over the face').toBeGreaterThan(150)
  expect(Math.max(green, blue)).toBeLessThan(120)
  expect(alpha).toBe(255)

  const own = pngFile('own.png', 40, 20, () => [0, 255, 0, 255])
  await page.getByLabel('Sticker image').setInputFiles(own)
  await expect.poll(() => stickers(page)).toHaveLength(2)
  expect((await stickers(page))[1]).toMatchObject({ type: 'image', scale: 1, ratio: 2 })
  const { png } = await download(page)
  expect(pixelAt(png, { x: 256, y: 256 })).toEqual([0, 255, 0, 255])
  expect(pixelAt(png, { x: 170, y: 256 }), 'it is 200 px wide').toEqual([0, 255, 0, 255])
  expect(pixelAt(png, { x: 256, y: 320 }), 'and 100 px high').not.toEqual([0, 255, 0, 255])
})

test('scrolls through the emojis and renders only the visible ones', async ({ page }) => {
  await ready(page)
  await page.getByRole('button', { name: 'Add Emoji' }).click()
  const emojis = picker(page).getByRole('gridcell')
  await expect(emojis.first()).toBeInViewport()
  expect(await emojis.count(), 'a few rows').toBeLessThan(200)
  await emojis.first().hover()
  await page.mouse.wheel(0, 100_000)
  const flag = picker(page).getByRole('gridcell', { name: 'pirate flag' }) // the last emoji
  await expect(flag).toBeInViewport()
  await flag.click()
  await expect.poll(() => stickers(page)).toMatchObject([{ type: 'emoji' }])
})

test('reports that the emojis need a connection, and continues when online', async ({ page }) => {
  await openSeparated(page)
  await page.route('**/emoji/*/emoji.json', (route) => route.abort())
  await page.getByRole('tab', { name: 'Emojis' }).click()
  await page.getByRole('button', { name: 'Add Emoji' }).click()
  await expect(picker(page).getByRole('alert')).toContainText('Connect to the internet')
  await page.unroute('**/emoji/*/emoji.json')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(picker(page).getByRole('searchbox')).toBeVisible()
})
