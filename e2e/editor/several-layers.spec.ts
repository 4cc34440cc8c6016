/** Tests the context menus of a layer and of the empty canvas. */
import { test } from '../support/editorTest.ts'
import { canvas, hash, layersOf, onScreen, setField, writeText } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

test("a layer's context menu opens at the pointer and runs its commands", async ({ page }) => {
  await openSeparated(page)
  for (const text of ['ONE', 'TWO']) {
    await writeText(page, text)
    await setField(page, 'Size', '48')
  }
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  const [, two] = await layersOf(page, 'text')
  const { horizontal, vertical } = two!.position
  // converts percent to px, because the photo has 512 px
  const at = await onScreen(page, { x: horizontal * 5.12, y: vertical * 5.12 })
  const before = await hash(page)
  await page.mouse.click(at.x, at.y, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Duplicate/ })).toBeVisible()
  await expect(page.getByRole('menu')).toContainText('Del')
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await expect(page.getByRole('menu')).toHaveCount(0) // an open menu would receive the key presses
  expect((await layersOf(page, 'text')).map(({ text }) => text)).toEqual(['ONE'])
  await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)

  const empty = await onScreen(page, { x: 30, y: 480 })
  await page.mouse.click(empty.x, empty.y, { button: 'right' })
  await page.getByRole('menuitem', { name: /Select all/ }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected layers' })).toBeVisible()
})
