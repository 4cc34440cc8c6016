/** Curved text, preset styles and the user's own styles, up to the export. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { hash, layersOf, setField, writeText } from '../support/gestures.ts'
import { differenceBox } from '../support/pixels.ts'
import { download, expect, openEditor, sample, uploadAndSeparate } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text' })
const looks = (page: Page) => panel(page).getByRole('group', { name: 'Preset styles' })
const own = (page: Page) => panel(page).getByRole('group', { name: 'Your styles' })
const words = (page: Page) => layersOf(page, 'text')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

async function withWords(page: Page, size: string) {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  await addWords(page, size)
}

async function addWords(page: Page, size: string) {
  await writeText(page, 'MIDGROUND')
  await setField(panel(page), 'Size', size)
  await panel(page).getByRole('radio', { name: 'In front' }).click()
}

test('applies a preset style, saves it, and applies it to another text', async ({ page }) => {
  await withWords(page, '60')
  const [plain, before] = [(await download(page)).png, await hash(page)]
  await panel(page).getByRole('button', { name: 'Styles', exact: true }).click()
  await looks(page).getByRole('button', { name: 'Comic' }).press('Enter')
  const [comic] = await words(page)
  expect(comic).toMatchObject({ color: '#ffe14d', stroke: { enabled: true } })
  expect(differenceBox(plain, (await download(page)).png, 30)).not.toBeNull()
  await panel(page).getByRole('button', { name: 'Save style' }).click()
  await expect(page.getByRole('textbox', { name: 'Style name' })).toBeFocused()
  await page.keyboard.type('Poster')
  await page.keyboard.press('Enter')
  await expect(own(page).getByRole('button', { name: 'Poster', exact: true })).toBeFocused()
  await checkAxe(page, 'the gallery of styles')
  await undo(page)
  expect(await hash(page), 'a look is one step').toBe(before)

  await addWords(page, '40')
  await panel(page).getByRole('button', { name: 'Styles', exact: true }).click()
  await own(page).getByRole('button', { name: 'Poster', exact: true }).click()
  const [, second] = await words(page)
  expect(second).toMatchObject({ color: comic!.color, stroke: comic!.stroke })
})
