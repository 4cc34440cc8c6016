/** Several layers together: selected, dragged, aligned, by context menu and keys. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, dragOnCanvas, hash, layersOf, onScreen, openTab, type Place, setField } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

interface Words {
  text: string
  position: { horizontal: number; vertical: number }
}

/** The photo is 512 × 512. */
const centerOf = ({ position }: Words): Place => ({ x: position.horizontal * 5.12, y: position.vertical * 5.12 })
const texts = (page: Page) => layersOf(page, 'text')
const centers = async (page: Page) => (await texts(page)).map(centerOf)

/** Adds two small texts in front: upper left and lower right. */
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

test('moves, aligns, duplicates and deletes two selected texts together', async ({ page }) => {
  await withTwoTexts(page)
  const before = await centers(page)
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected layers' })).toBeVisible()

  await page.keyboard.press('Shift+ArrowRight')
  const nudged = await centers(page)
  for (const [i, center] of nudged.entries()) expect(center.x - before[i]!.x).toBeCloseTo(10, 1)
  await page.keyboard.press('Control+z')

  await dragOnCanvas(page, before[0]!, { x: before[0]!.x + 40, y: before[0]!.y + 30 })
  const dragged = await centers(page)
  const by = (i: number) => [dragged[i]!.x - before[i]!.x, dragged[i]!.y - before[i]!.y]
  expect(by(0)[0]).toBeGreaterThan(20)
  expect(by(1)[0]).toBeCloseTo(by(0)[0]!, 1)
  expect(by(1)[1]).toBeCloseTo(by(0)[1]!, 1)

  await page.getByRole('button', { name: 'Align' }).click()
  await page.getByRole('menuitem', { name: 'Align centre' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0) // the open menu would catch the keys
  await canvas(page).focus()
  const aligned = await centers(page)
  expect(aligned[0]!.x).toBeCloseTo(aligned[1]!.x, 1)
  expect(aligned[0]!.y).toBeCloseTo(dragged[0]!.y, 1)

  await page.keyboard.press('Control+d')
  await expect.poll(() => texts(page)).toHaveLength(4)
  await page.keyboard.press('Delete')
  await expect.poll(() => texts(page)).toHaveLength(2)
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Control+z')
  expect(await centers(page)).toEqual(before)
})

test("a layer's context menu opens at the pointer and runs its commands", async ({ page }) => {
  await withTwoTexts(page)
  await page.keyboard.press('Escape')
  const [one] = await Promise.all((await centers(page)).map((center) => onScreen(page, center)))
  const before = await hash(page)
  await page.mouse.click(one!.x, one!.y, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Duplicate/ })).toBeVisible()
  await expect(page.getByRole('menu')).toContainText('Del')
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await expect(page.getByRole('menu')).toHaveCount(0) // the open menu would catch the keys
  expect((await texts(page)).map(({ text }) => text)).toEqual(['TWO'])
  await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)

  const empty = await onScreen(page, { x: 30, y: 480 })
  await page.mouse.click(empty.x, empty.y, { button: 'right' })
  await page.getByRole('menuitem', { name: /Select all/ }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected layers' })).toBeVisible()
})
