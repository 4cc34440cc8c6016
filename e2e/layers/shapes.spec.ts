/** Shapes behind and in front of the subject, by mouse. Checks exported pixels. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, layersOf, pixelAt } from '../support/gestures.ts'
import { download, expect, openEditor, sample, uploadAndSeparate } from '../support/test.ts'

interface Shape {
  type: string
  color: string
  scale: number
  placement: string
  position: { horizontal: number; vertical: number }
}

const shapes = (page: Page) => layersOf<Shape>(page, 'shape')
const GREEN = [0, 255, 0, 255]
/** Points on the astronaut's face and on the background left and right of her, in the 512 × 512 photo. */
const FACE = { x: 225, y: 110 }

test('puts a heart behind the subject and exports the same picture', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('tab', { name: 'Shapes' }).click({ force: true }) // the tab is disabled
  await expect(page.getByText('Please upload an image first to add shapes behind objects')).toBeVisible()
  await uploadAndSeparate(page, sample('astronaut.png'))
  const before = await hash(page)
  await page.getByRole('button', { name: 'Add Shape' }).click()
  expect(await shapes(page)).toMatchObject([{ type: 'square', placement: 'background', scale: 500 }])
  await page.getByRole('radio', { name: 'Heart' }).click()
  await page.getByRole('button', { name: '#00FF00' }).click()
  await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('200')
  await page.keyboard.press('Enter')
  await dragOnCanvas(page, { x: 256, y: 256 }, { x: 110, y: 120 })
  const [heart] = await shapes(page)
  expect(heart).toMatchObject({ type: 'heart', color: '#00FF00', scale: 200 })
  expect(heart!.position.horizontal).toBeCloseTo((110 / 512) * 100, 0)

  const { png } = await download(page)
  expect(pixelAt(png, { x: 110, y: 120 }), 'the heart lies on the background').toEqual(GREEN)
  expect(pixelAt(png, { x: 30, y: 30 }), 'beside the heart the photo is seen').not.toEqual(GREEN)

  await page.getByRole('radio', { name: 'Square' }).click()
  await dragOnCanvas(page, { x: 110, y: 120 }, FACE)
  expect(pixelAt((await download(page)).png, FACE), 'the subject covers what lies behind it').not.toEqual(GREEN)
  await page.getByRole('radio', { name: 'In front' }).click()
  expect(pixelAt((await download(page)).png, FACE), 'in front it covers the subject').toEqual(GREEN)

  for (let i = 0; i < 20 && (await hash(page)) !== before; i++) await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)
})
