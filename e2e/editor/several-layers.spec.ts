/** Tests the context menus of a layer and of the empty canvas. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, dragOnCanvas, hash, layersOf, onScreen, openTab, type Place, setField } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

interface Words {
  text: string
  position: { horizontal: number; vertical: number }
}

/** Converts percent to document px. The photo has 512 × 512 px. */
const centerOf = ({ position }: Words): Place => ({ x: position.horizontal * 5.12, y: position.vertical * 5.12 })
const texts = (page: Page) => layersOf(page, 'text')
const centers = async (page: Page) => (await texts(page)).map(centerOf)

/** Adds two small texts in front of the subject: upper left and lower right. */
async function withTwoTexts(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Text')
  for (const [text, to] of [
    ['ONE', { x: 120, y: 100 }],
    ['TWO', { x: 380, y: 380 }],
  ] as const) {
    await page.getByRole('button', { name: 'Add Text' }).click()
    await page.getByRole('textbox', { name: 'Text content' }).fill(text)
    await setField(page, 'Size', '48')
    await dragOnCanvas(page, { x: 256, y: 256 }, to)
  }
  await canvas(page).focus()
}

test("a layer's context menu opens at the pointer and runs its commands", async ({ page }) => {
  await withTwoTexts(page)
  await page.keyboard.press('Escape')
  const [one] = await Promise.all((await centers(page)).map((center) => onScreen(page, center)))
  const before = await hash(page)
  await page.mouse.click(one!.x, one!.y, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Duplicate/ })).toBeVisible()
  await expect(page.getByRole('menu')).toContainText('Del')
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await expect(page.getByRole('menu')).toHaveCount(0) // an open menu would receive the key presses
  expect((await texts(page)).map(({ text }) => text)).toEqual(['TWO'])
  await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)

  const empty = await onScreen(page, { x: 30, y: 480 })
  await page.mouse.click(empty.x, empty.y, { button: 'right' })
  await page.getByRole('menuitem', { name: /Select all/ }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected layers' })).toBeVisible()
})
