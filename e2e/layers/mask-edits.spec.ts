/** Tests mask edits by mouse. The export contains the edited mask. */

import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, openTab, pixelAt, setField } from '../support/gestures.ts'
import { download, expect, openSeparated } from '../support/test.ts'

/** The astronaut's face in the 512 × 512 photo. The flag left of her is background. */
const FACE = { x: 225, y: 110 }
const FLAG = { x: 60, y: 110 }

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Edit mask' })
const snap = (page: Page) => panel(page).getByRole('switch', { name: 'Snap to edges' })
const alphaAt = async (page: Page, ...places: (typeof FACE)[]) => {
  const { png } = await download(page)
  return places.map((place) => pixelAt(png, place)[3])
}

async function withoutBackground(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Remove BG')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Remove BG' }).click()
}

test('mask edits made with the mouse change the exported image', async ({ page }) => {
  test.slow() // the editor computes a matte for every stroke
  await withoutBackground(page)
  await page.getByRole('button', { name: 'Edit mask' }).click()
  await expect(panel(page)).toBeVisible()
  const before = await hash(page)
  await snap(page).click()
  await dragOnCanvas(page, { x: 200, y: 110 }, { x: 250, y: 110 })
  await page.getByRole('radio', { name: 'Restore' }).click()
  await dragOnCanvas(page, { x: 40, y: 110 }, { x: 80, y: 110 })
  expect(await alphaAt(page, FACE, FLAG)).toEqual([0, 255])

  for (const view of ['Mask', 'Black', 'White', 'Tint']) {
    await page.getByRole('radio', { name: view }).click()
    await checkAxe(page, view, 'no colours')
  }
  await panel(page).getByRole('switch', { name: 'Invert' }).click()
  expect(await alphaAt(page, FACE, FLAG)).toEqual([255, 0])
  await setField(panel(page), 'Feather', '20')
  await panel(page).getByRole('button', { name: 'Reset' }).click()
  expect(await hash(page)).toBe(before)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
  await panel(page).getByRole('button', { name: 'Done' }).click()
  await expect(panel(page)).toBeHidden()
  const preview = await page.evaluate(async () => {
    const { pixels, width, region, scale } = await window.midground!.renderPreview({ watermark: false })
    const alpha = (x: number, y: number) =>
      pixels[4 * (Math.round((y - region.y) * scale) * width + Math.round((x - region.x) * scale)) + 3]
    return [alpha(225, 110), alpha(60, 110)]
  })
  expect(preview, 'the preview is the export').toEqual([0, 255])
  expect(await alphaAt(page, FACE, FLAG)).toEqual(preview)
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)
})
