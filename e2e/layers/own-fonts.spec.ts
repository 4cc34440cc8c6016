/** Tests a user's font: chosen, dropped, saved in the project, and used in the export. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { FONTS_REVISION } from '#client/kit/fonts/revision.ts'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy, layersOf, setField, writeText } from '../support/gestures.ts'
import { download, expect, introduce, openEditor, test as ownPage, sample, uploadAndSeparate } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text' })
const picker = (page: Page, name: string) => panel(page).getByRole('button', { name: `Font: ${name}` })
const foot = (page: Page) => page.getByRole('region', { name: 'Your fonts' })
const words = async (page: Page) => (await layersOf(page, 'text'))[0]!

async function withWords(page: Page) {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  await writeText(page, 'FONTS')
  await setField(panel(page), 'Size', '100')
  await panel(page).getByRole('radio', { name: 'In front' }).click()
}

/** Returns a font of the server under a new name. */
async function fontFile(page: Page) {
  const response = await page.request.get(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  return { name: 'My Poster.woff2', mimeType: 'font/woff2', buffer: await response.body() }
}

async function bring(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser')
  await foot(page).getByRole('button', { name: 'Add font' }).press('Enter')
  await (await choosing).setFiles(file)
}

ownPage('an uploaded font is used and stored in the project file', async ({ page, browser, server }) => {
  await withWords(page)
  await picker(page, 'Inter').click()
  await expect(page.getByRole('combobox', { name: 'Search fonts' })).toBeFocused()
  await page.keyboard.type('Anton')
  await page.keyboard.press('Enter')
  await expect(picker(page, 'Anton')).toBeVisible()
  const anton = (await download(page)).png
  await page.getByRole('button', { name: 'Undo' }).click()

  await picker(page, 'Inter').click()
  await bring(page, { name: 'bad.ttf', mimeType: 'font/ttf', buffer: Buffer.from('<svg onload="x">') })
  await expect(foot(page).getByRole('alert')).toHaveText(
    '“bad.ttf” isn’t a TTF, OTF or WOFF2 font. Choose another file.',
  )
  expect((await words(page)).fontFamily).toBe('Inter')
  await bring(page, await fontFile(page))
  await expect(foot(page).getByRole('button', { name: 'Remove My Poster from your fonts' })).toBeVisible()
  await expect(foot(page).getByRole('alert'), 'the font is stored without an error').toHaveCount(0)
  await checkAxe(page, 'the list of fonts')
  await page.keyboard.press('Escape')
  await expect(picker(page, 'My Poster')).toBeVisible()
  expect((await words(page)).fontFamily).toMatch(/^f[0-9a-f]{39}$/)
  const own = (await download(page)).png
  expect(own.data.equals(anton.data), 'equal letters have equal pixels').toBe(true)

  const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Save project' }).click())
  const elsewhere = await browser.newContext({ baseURL: server.origin })
  await introduce(elsewhere)
  const other = await elsewhere.newPage()
  await openEditor(other)
  await other
    .locator('input[type=file][accept=".midground"]')
    .setInputFiles({ name: 'a.midground', mimeType: '', buffer: readFileSync(await saved.path()) })
  await expect.poll(() => other.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
  expect((await download(other)).png.data.equals(own.data), 'on a device without the font').toBe(true)
  await elsewhere.close()
})

test('dropping a font on the page changes the font of the selected text', async ({ page }) => {
  await withWords(page)
  const { buffer } = await fontFile(page)
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'My Poster.woff2'))
    return transfer
  }, buffer.toString('base64'))
  await page.getByRole('application', { name: 'Canvas' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(picker(page, 'My Poster')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picker(page, 'Inter')).toBeVisible()
})
