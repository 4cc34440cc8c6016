/** Drawing behind and in front of the subject, by mouse. Checks exported pixels. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, layersOf, openTab, pixelAt } from '../support/gestures.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const strokes = (page: Page) => layersOf(page, 'drawing')
const drawingMode = (page: Page) => page.getByRole('switch', { name: 'Drawing mode' })
const GREEN = [0, 255, 0, 255]
/** The astronaut's face in the 512 × 512 photo. The flag left of her is background. */
const FACE = { x: 225, y: 110 }
const FLAG = { x: 60, y: 110 }

async function ready(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Draw')
}

test('draws behind the subject, erases, moves a stroke and exports the same picture', async ({ page }) => {
  await ready(page)
  const panel = page.getByRole('tabpanel', { name: 'Draw' })
  const before = await hash(page)
  await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await drawingMode(page).click()
  await page.getByRole('button', { name: '#00FF00' }).click()
  await dragOnCanvas(page, { x: 20, y: 110 }, { x: 480, y: 110 })
  const [first] = await strokes(page)
  expect(first).toMatchObject({ placement: 'background' })
  expect(first!.points[0]).toMatchObject({ size: 20, color: '#00FF00' })
  const { png } = await download(page)
  expect(pixelAt(png, FLAG), 'ink on the background').toEqual(GREEN)
  expect(pixelAt(png, FACE), 'the subject covers it').not.toEqual(GREEN)

  await page.getByRole('radio', { name: 'In front' }).click()
  await dragOnCanvas(page, { x: 100, y: 300 }, { x: 400, y: 300 })
  expect(pixelAt((await download(page)).png, { x: 250, y: 300 }), 'in front it covers the subject').toEqual(GREEN)

  await page.getByRole('radio', { name: 'Eraser' }).click()
  await dragOnCanvas(page, { x: 250, y: 260 }, { x: 250, y: 340 })
  expect(await strokes(page)).toHaveLength(3)
  const cut = (await download(page)).png
  expect(pixelAt(cut, { x: 250, y: 300 }), 'erased').not.toEqual(GREEN)
  expect(pixelAt(cut, { x: 300, y: 300 }), 'beside the eraser').toEqual(GREEN)

  await drawingMode(page).click()
  await dragOnCanvas(page, { x: 300, y: 300 }, { x: 300, y: 420 })
  expect(pixelAt((await download(page)).png, { x: 300, y: 420 }), 'moved').toEqual(GREEN)

  await panel.getByRole('button', { name: 'Undo' }).click()
  expect(await strokes(page)).toHaveLength(2)
  await panel.getByRole('button', { name: 'Clear All' }).click()
  expect(await strokes(page)).toEqual([])
  await expect(panel.getByRole('button', { name: 'Clear All' })).toHaveCount(0)
  expect(await hash(page)).toBe(before)
  await page.keyboard.press('Control+z')
  expect(await strokes(page)).toHaveLength(2)
})
