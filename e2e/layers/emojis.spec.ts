import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { layersOf, openTab, pixelAt } from '../support/gestures.ts'
import { follow, reader } from '../support/languages.ts'
import { pngFile } from '../support/samples.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const stickers = (page: Page) => layersOf(page, 'sticker')
const picker = (page: Page, read = reader('en')) => page.getByRole('dialog', { name: read('Emoji picker') })

async function ready(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Emojis')
}

test("the user's own sticker is added in front of the subject", async ({ page }) => {
  await ready(page)
  const own = pngFile('own.png', 40, 20, () => [0, 255, 0, 255])
  await page.getByLabel('Sticker image').setInputFiles(own)
  const sticker = { type: 'image', scale: 1, ratio: 2, placement: 'foreground' }
  await expect.poll(() => stickers(page)).toMatchObject([sticker])
  const { png } = await download(page)
  expect(pixelAt(png, { x: 256, y: 256 })).toEqual([0, 255, 0, 255])
  expect(pixelAt(png, { x: 170, y: 256 }), 'the square is 200 px wide').toEqual([0, 255, 0, 255])
  expect(pixelAt(png, { x: 256, y: 320 }), 'the square is 100 px high').not.toEqual([0, 255, 0, 255])
})

test('the emoji picker renders only the visible emojis', async ({ page }) => {
  await ready(page)
  await page.getByRole('button', { name: 'Add Emoji' }).click()
  const emojis = picker(page).getByRole('gridcell')
  await expect(emojis.first()).toBeInViewport()
  expect(await emojis.count(), 'only the visible rows are in the page').toBeLessThan(200)
  await emojis.first().hover()
  await page.mouse.wheel(0, 100_000)
  const flag = picker(page).getByRole('gridcell', { name: 'pirate flag' }) // finds the last emoji of the list
  await expect(flag).toBeInViewport()
  await flag.click()
  await expect.poll(() => stickers(page)).toMatchObject([{ type: 'emoji' }])
})

test('the emoji picker reports a missing connection and loads once online', async ({ page }) => {
  await openSeparated(page)
  await page.route('**/emoji/*/emoji.json', (route) => route.abort())
  await page.getByRole('tab', { name: 'Emojis' }).click()
  await page.getByRole('button', { name: 'Add Emoji' }).click()
  await expect(picker(page).getByRole('alert')).toContainText('Connect to the internet')
  await page.unroute('**/emoji/*/emoji.json')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(picker(page).getByRole('searchbox')).toBeVisible()
})

test('the emoji picker finds emojis by German and English words, and ignores Enter of an input method', async ({
  page,
}) => {
  await ready(page)
  await follow(page, 'de')
  const read = reader('de')
  await page.getByRole('button', { name: read('Add Emoji') }).click()
  await expect(picker(page, read)).toContainText(read('Smileys & emotion'))
  const search = picker(page, read).getByRole('searchbox')
  const heart = picker(page, read).getByRole('gridcell', { name: 'rotes Herz', exact: true })
  for (const word of ['Herz', 'red heart']) {
    await search.fill(word)
    await expect(heart).toBeVisible()
  }
  await search.evaluate((field) => {
    for (const key of ['Enter', 'Escape'])
      field.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }))
  })
  expect(await stickers(page)).toEqual([])
  await search.press('Enter')
  await expect.poll(() => stickers(page)).toMatchObject([{ content: '❤️' }])
})

test('in Arabic, the right arrow key moves to the right in the emoji picker', async ({ page }) => {
  await ready(page)
  await follow(page, 'ar')
  const read = reader('ar')
  await page.getByRole('button', { name: read('Add Emoji') }).click()
  await expect(picker(page, read)).toContainText(read('Smileys & emotion'))
  const active = picker(page, read).getByRole('gridcell', { selected: true })
  const left = () => active.evaluate((cell) => cell.getBoundingClientRect().left)
  await page.keyboard.press('ArrowRight')
  await expect(active).toHaveAttribute('lang', 'en') // emojis have no Arabic names
  const first = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(first)
})
