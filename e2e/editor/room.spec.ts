/** What floats over the canvas or scrolls beside it keeps its place. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { addText } from '../support/gestures.ts'
import { expect, openSeparated, toolTabs } from '../support/test.ts'

/** Middle of the bar that belongs to the selected layer, CSS px. */
async function barAt(page: Page) {
  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  await expect(bar).toBeVisible() // it is away while the layer is drawn anew
  const box = await bar.boundingBox()
  if (!box) throw new Error('the bar is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function set(page: Page, field: string, value: string) {
  await page.getByRole('spinbutton', { name: field, exact: true }).fill(value)
  await page.keyboard.press('Enter')
}

async function withText(page: Page) {
  await openSeparated(page)
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await addText(page)
}

test('the bar of the selected text follows when a field or undo moves or resizes it', async ({ page }) => {
  await withText(page)
  await set(page, 'Size', '60')
  const middle = await barAt(page)
  await set(page, 'Vertical', '20')
  await expect.poll(async () => (await barAt(page)).y).toBeLessThan(middle.y - 50)
  const up = await barAt(page)
  expect(up.x).toBeCloseTo(middle.x, 0)
  await set(page, 'Horizontal', '70')
  await expect.poll(async () => (await barAt(page)).x).toBeGreaterThan(up.x + 50)
  await set(page, 'Size', '120')
  await expect.poll(async () => (await barAt(page)).y).toBeGreaterThan(up.y + 10)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => barAt(page)).toEqual(up)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the editor itself never scrolls, however many cards are shown', async ({ page }) => {
    await withText(page)
    for (let i = 0; i < 5; i++) {
      await addText(page)
      await page.getByRole('button', { name: 'Fit' }).click()
    }
    await expect(async () => {
      expect(await page.getByRole('banner').boundingBox()).toMatchObject({ x: 0, y: 0 })
      const rail = await page.getByRole('tablist', { name: 'Tools' }).boundingBox()
      expect(rail!.y + rail!.height).toBeGreaterThan(844 - 4)
    }).toPass()
  })
})

test.describe('on a phone held sideways', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test('the sheet stands beside the photo and leaves room for it', async ({ page }) => {
    await withText(page)
    await expect(async () => {
      const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
      const sheet = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
      expect(photo.x + photo.width).toBeLessThanOrEqual(sheet.x + 1)
      expect(photo.width).toBeGreaterThan(300)
      expect(photo.height).toBeGreaterThan(200)
    }).toPass()
  })
})

for (const [way, sizes] of [
  [
    'upright',
    [
      [768, 1024],
      [800, 1280],
      [834, 1194],
    ],
  ],
  [
    'sideways',
    [
      [1024, 768],
      [1180, 820],
      [1280, 800],
    ],
  ],
] as const)
  test.describe(`on a tablet held ${way}`, () => {
    test.use({ hasTouch: true, isMobile: true })

    test('the tools take at most 40 % of the width, and every tab is on the screen', async ({ page }) => {
      await withText(page)
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await expect(async () => {
          const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
          const panel = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
          expect(photo.x, `${width} × ${height}`).toBeLessThanOrEqual(0.4 * width + 1)
          expect(panel.x + panel.width).toBeLessThanOrEqual(photo.x + 1)
          // beside it: the strip that opens the layers, or their panel
          const layers = width < 1200 ? 60 : 260
          expect(photo.width).toBeGreaterThanOrEqual(0.6 * width - layers)
          for (const { label } of await toolTabs(page))
            await expect(page.getByRole('tab', { name: label, exact: true })).toBeInViewport({ ratio: 0.95 })
        }).toPass()
      }
    })
  })
