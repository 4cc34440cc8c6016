/** Tests woven letters: the button Weave, a click on a letter, the letters' buttons, and undo. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { canvas, centerText, fingerTap, layersOf, onScreen, setField, writeText } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

const front = async (page: Page) => (await layersOf(page, 'text'))[0]?.front
const inPanel = (page: Page, name: string) => page.getByRole('tabpanel').getByRole('button', { name, exact: true })

test('weaving moves letters of a text layer in front of the subject and back', async ({ page }) => {
  await openSeparated(page)
  await writeText(page, 'MAGIC')
  await page.getByRole('button', { name: 'Weave', exact: true }).last().click()
  await expect.poll(() => front(page)).not.toBe('')
  await expect(page.getByRole('tabpanel').getByRole('button', { name: /^MAGIC .*\d letters? in front$/ })).toBeVisible()
  await inPanel(page, 'Letters in front').click()
  await expect(inPanel(page, 'Move letters behind subject')).toBeVisible()
  await checkAxe(page, 'Weave')
  await inPanel(page, 'Move letters behind subject').click()
  await expect.poll(() => front(page)).toBe('')
  await page.getByRole('button', { name: 'Letter G in front' }).press('Space')
  await expect.poll(() => front(page)).toBe('3')
  await inPanel(page, 'Click letters in the image').click()
  const [layer] = await layersOf(page, 'text')
  const at = await onScreen(page, {
    x: (512 * (layer?.position.horizontal ?? 0)) / 100,
    y: (512 * (layer?.position.vertical ?? 0)) / 100,
  })
  await page.mouse.click(at.x, at.y)
  await expect.poll(() => front(page)).toBe('')
  await page.keyboard.press('Escape')
  await expect(inPanel(page, 'Click letters in the image')).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => front(page)).toBe('3')
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkAxe(page, 'Weave, dark')
})

test('a tap moves a letter behind the subject and back without the edited text covering letters in front', async ({
  page,
}) => {
  await openSeparated(page)
  await writeText(page, 'HAT')
  await setField(page.getByRole('tabpanel'), 'Size', '120')
  await centerText(page)
  await inPanel(page, 'Letters in front').click()
  await page.getByRole('button', { name: 'Letter A in front' }).press('Space')
  await expect.poll(() => front(page)).toBe('2')
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  const copy = canvas(page).locator('[data-behind] > span')
  await expect(copy).toHaveText(['H', 'A', 'T'])
  const fills = () => copy.evaluateAll((letters) => letters.map((each) => getComputedStyle(each).webkitTextFillColor))
  const [first, second, third] = await fills()
  expect(second).toBe('rgba(0, 0, 0, 0)')
  expect([first, third]).toEqual([expect.stringMatching(/ 0?\.45\)$/), first])
  await page.keyboard.press('Escape')

  await inPanel(page, 'Click letters in the image').click()
  for (const letters of ['', '2']) {
    await fingerTap(page, await onScreen(page, { x: 256, y: 256 }))
    await expect.poll(() => front(page)).toBe(letters)
  }
})
