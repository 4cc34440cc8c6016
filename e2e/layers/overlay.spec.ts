/** Overlay images behind and in front of the subject, by mouse. Checks exported pixels. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, give, hash, layersOf, openTab, pixelAt, setField } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const overlays = (page: Page) => layersOf(page, 'overlay')
const GREEN = [0, 255, 0, 255]
/** The astronaut's face in the 512 × 512 photo. The flag left of her is background. */
const FACE = { x: 225, y: 110 }
const FLAG = { x: 60, y: 110 }

const green = (width: number, height: number) => pngFile('green.png', width, height, () => GREEN)

async function ready(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Image Overlay')
}

const add = (page: Page, width = 200, height = 200) =>
  page.getByLabel('Overlay image', { exact: true }).setInputFiles(green(width, height))

const remove = (page: Page) =>
  page
    .getByRole('tabpanel', { name: 'Image Overlay' })
    .getByRole('button', { name: 'Delete', exact: true })
    .first()
    .click()

test('pasted and dropped images become overlays while the tab is open, at most two', async ({ page }) => {
  await ready(page)
  const before = await hash(page)
  const { buffer } = green(40, 30)
  const panel = page.getByRole('tabpanel', { name: 'Image Overlay' })
  await give(page, 'paste', { name: 'pasted.png', type: 'image/png', buffer })
  await expect(panel.getByRole('region', { name: 'pasted.png' })).toBeVisible()
  await give(page, 'drop', { name: 'dropped.png', type: 'image/png', buffer })
  await expect(panel.getByRole('region', { name: 'dropped.png' })).toBeVisible()
  await give(page, 'paste', { name: 'third.png', type: 'image/png', buffer })
  await expect(page.getByRole('alert')).toContainText('Maximum of 2 background images allowed')
  await expect(page.getByRole('alertdialog'), 'nobody asks for the photo').toBeHidden()
  expect(await hash(page), 'they are pending').toBe(before)
  await panel.getByRole('button', { name: 'Move to Editor' }).first().click()
  await expect.poll(() => overlays(page)).toMatchObject([{ scale: 50, placement: 'background' }])
  expect(await page.evaluate(() => window.midground!.document().photo?.name)).toBe('astronaut.png')
})

test('adds overlays behind and in front of the subject, exports them and removes them', async ({ page }) => {
  await ready(page)
  const before = await hash(page)
  await add(page)
  await expect(page.getByRole('button', { name: 'Add Image (1 left)' })).toBeVisible()
  expect(await overlays(page), 'it is pending').toEqual([])
  await page.getByRole('button', { name: 'Move to Editor' }).click()
  await expect.poll(() => overlays(page)).toMatchObject([{ scale: 50, placement: 'background' }])
  await dragOnCanvas(page, { x: 140, y: 330 }, { x: 30, y: 110 })
  const behind = (await download(page)).png
  expect(pixelAt(behind, FLAG), 'over the background').toEqual(GREEN)
  await page.getByRole('radio', { name: 'In front' }).click()
  await setField(page, 'Horizontal', '45')
  expect(pixelAt((await download(page)).png, FACE), 'in front it covers the subject').toEqual(GREEN)

  await add(page, 64, 32)
  await page.getByRole('button', { name: 'Add Image (0 left)' }).click()
  await expect(page.getByText('Maximum of 2 images allowed')).toBeVisible()
  for (let i = 0; i < 2; i++) await remove(page)
  expect(await overlays(page)).toEqual([])
  expect(await hash(page)).toBe(before)
})
