/** Tests a text layer that the subject hides, and the fields of the canvas bar. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { centerText, hash, layersOf, openTab, setField, writeText } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text' })

async function withWords(page: Page, text: string, size: string) {
  await openSeparated(page)
  await writeText(page, text)
  await setField(panel(page), 'Size', size)
  await centerText(page)
  await panel(page).getByRole('radio', { name: 'In front' }).click()
}

test('the button Move in front of subject moves a hidden text layer in front of the subject', async ({ page }) => {
  await withWords(page, 'I', '40')
  const notice = panel(page).getByText('This text is almost hidden behind the subject.')
  await expect(notice).toBeHidden()
  await panel(page).getByRole('radio', { name: 'Behind' }).click()
  await expect(notice).toBeVisible()
  await page.getByRole('toolbar', { name: 'Selected layer' }).getByRole('button', { name: 'Best place' }).hover()
  await expect(page.getByRole('tooltip', { name: 'The subject hides most of this text.' })).toBeVisible()
  await panel(page).getByText('Move in front of subject').press('Enter')
  await expect(notice).toBeHidden()
  expect((await layersOf(page, 'text'))[0]!.placement).toBe('foreground')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeVisible()
})

test('the canvas bar changes the size, the color and the font of the selected text', async ({ page }) => {
  await withWords(page, 'I', '40')
  await openTab(page, 'Text') // closes the panel, which has the same controls
  const before = await hash(page)
  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  await bar.getByRole('button', { name: 'Size: 40' }).click()
  const { y } = (await bar.boundingBox())!
  await setField(page.getByRole('dialog', { name: 'Size' }), 'Size', '90')
  expect(await bar.boundingBox(), 'the bar does not move while its control is open').toMatchObject({ y })
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Color: #ffffff' }).click()
  const color = page.getByRole('dialog', { name: 'Color' })
  await expect(color.getByRole('group', { name: 'Photo colors' })).toBeVisible()
  await color.getByRole('button', { name: /^Red/ }).click()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Text font: Inter' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await layersOf(page, 'text'))[0]!.fontFamily).not.toBe('Inter')
  expect((await layersOf(page, 'text'))[0]).toMatchObject({ fontSize: 90, color: '#FF0000' })
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
  expect(await hash(page)).toBe(before)
})
