/** Tests the layers panel with keys, pointer and finger. The panel shows the same layers as the canvas. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { addText, setField } from '../support/gestures.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Layers' })
const rows = (page: Page) => panel(page).getByRole('treeitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => rows(page).allInnerTexts()

/** Adds the text ONE below the text TWO. Both are behind the subject. */
async function withTexts(page: Page) {
  await openSeparated(page)
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  for (const words of ['ONE', 'TWO']) {
    await addText(page)
    await page.getByRole('textbox', { name: 'Text content' }).fill(words)
    await setField(page, 'Size', '200')
  }
  await page.getByRole('application', { name: 'Canvas' }).focus()
}

test('a keyboard user navigates, reorders, hides, renames and deletes layers in the layers panel', async ({ page }) => {
  await withTexts(page)
  await expect(rows(page)).toHaveText(['Subject', 'TWO', 'ONE'])
  const name = /^Text TWO, behind the subject, \d+% from the left, \d+% from the top$/
  await expect(row(page, 'TWO')).toHaveAccessibleName(name)
  await row(page, 'TWO').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'ONE')).toBeFocused()
  await expect(row(page, 'ONE')).toHaveAttribute('aria-selected', 'true')
  const before = await page.evaluate(() => window.midground!.stateHash())

  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => names(page)).toEqual(['Subject', 'ONE', 'TWO'])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => names(page)).toEqual(['ONE', 'Subject', 'TWO'])
  await expect(page.locator('[data-announcements]')).toContainText('ONE: in front of the subject')
  await expect(row(page, 'ONE')).toBeFocused()
  await page.keyboard.press('[')
  await expect.poll(() => names(page)).toEqual(['Subject', 'ONE', 'TWO'])

  await page.keyboard.press('Space')
  await expect(row(page, 'ONE')).toHaveAccessibleName(/hidden$/)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Layer name' }).fill('Headline')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Headline')).toBeFocused()
  await checkAxe(page, 'layers')
  for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z')
  expect(await page.evaluate(() => window.midground!.stateHash())).toBe(before)

  await row(page, 'ONE').focus()
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveText(['Subject', 'TWO'])
  await expect(row(page, 'TWO')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 'Subject')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(rows(page), 'the subject remains in the list').toHaveText(['Subject', 'TWO'])
  await row(page, 'Subject').click()
  await expect(page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('button', { name: 'Edit mask' })).toBeVisible()
})

test('dragging a layer across the subject in the panel changes its position in the export', async ({ page }) => {
  await withTexts(page)
  const from = (await row(page, 'ONE').boundingBox())!
  const subject = (await row(page, 'Subject').boundingBox())!
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y - 10, { steps: 3 })
  await page.mouse.move(subject.x + 60, subject.y + 4, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => names(page)).toEqual(['ONE', 'Subject', 'TWO'])
  const shown = await download(page)
  await row(page, 'ONE').hover()
  await panel(page).getByRole('button', { name: 'Hide ONE' }).click()
  await row(page, 'TWO').hover()
  await panel(page).getByRole('button', { name: 'Hide TWO' }).click()
  const hidden = await download(page)
  expect(hidden.bytes.equals(shown.bytes)).toBe(false)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect((await download(page)).bytes.equals(shown.bytes), 'the image with the layer shown again has equal bytes').toBe(
    true,
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the layers panel opens as a sheet on a phone', async ({ page }) => {
    await withTexts(page)
    await page.getByRole('button', { name: 'Layers', exact: true }).tap()
    await expect(page.getByRole('tabpanel')).toHaveCount(0)
    await expect(rows(page)).toHaveText(['Subject', 'TWO', 'ONE'])
    await expect.poll(async () => (await panel(page).boundingBox())!.height).toBeLessThanOrEqual(0.36 * 844 + 1)
    await row(page, 'TWO').tap()
    await panel(page).getByRole('button', { name: 'Move TWO up' }).tap()
    await expect(rows(page)).toHaveText(['TWO', 'Subject', 'ONE'])
    await page.getByRole('tab', { name: 'Text', exact: true }).tap()
    await expect(panel(page)).toHaveCount(0)
  })
})
