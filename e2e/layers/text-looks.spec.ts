/** Text settings beside size and position: line settings, paint and visibility. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { hash, layersOf, openTab } from '../support/gestures.ts'
import { differenceBox } from '../support/pixels.ts'
import { download, expect, openSeparated } from '../support/test.ts'

interface Words {
  alignment: string
  lineHeight: number
  placement: string
  stroke: { enabled: boolean }
}

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text' })

async function withWords(page: Page, text: string, size: string) {
  await openSeparated(page)
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill(text)
  const field = panel(page).getByRole('spinbutton', { name: 'Size', exact: true })
  await field.fill(size)
  await field.press('Enter')
  await panel(page).getByRole('radio', { name: 'In front' }).click()
}

test('exports letter spacing, line height and text effects as set', async ({ page }) => {
  await withWords(page, 'MID\nGROUND', '80')
  const plain = (await download(page)).png
  await panel(page).getByRole('button', { name: 'Paragraph', exact: true }).click()
  await panel(page).getByRole('radio', { name: 'Left', exact: true }).click()
  const lineHeight = panel(page).getByRole('spinbutton', { name: 'Line height' })
  await lineHeight.fill('1.5')
  await lineHeight.press('Enter')
  const [words] = await layersOf<Words>(page, 'text')
  expect(words).toMatchObject({ alignment: 'left', lineHeight: 1.5 })
  const set = (await download(page)).png
  expect(differenceBox(plain, set, 30)).not.toBeNull()

  for (const name of ['Gradient', 'Stroke', 'Drop shadow']) {
    const before = await hash(page)
    await panel(page).getByRole('switch', { name, exact: true }).click()
    await expect.poll(() => hash(page)).not.toBe(before)
  }
  await checkAxe(page, 'a text with every look')
  const painted = (await download(page)).png
  const [inner, outer] = [differenceBox(plain, set, 30)!, differenceBox(plain, painted, 30)!]
  expect(outer.left, 'a stroke reaches beyond the letters').toBeLessThan(inner.left)
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
  expect((await download(page)).png.data.equals(set.data)).toBe(true)
})

test('warns when the subject hides the text, and a button brings it to the front', async ({ page }) => {
  await withWords(page, 'I', '40')
  const notice = panel(page).getByText('This text is almost hidden behind the subject.')
  await expect(notice).toBeHidden()
  await panel(page).getByRole('radio', { name: 'Behind' }).click()
  await expect(notice).toBeVisible()
  await panel(page).getByText('Move in front of subject').press('Enter')
  await expect(notice).toBeHidden()
  expect((await layersOf<Words>(page, 'text'))[0]!.placement).toBe('foreground')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeVisible()
})
