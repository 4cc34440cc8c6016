/** Tests that work is saved on the device and offered again, and that a project file contains a whole project. */

import { readFileSync } from 'node:fs'
import { STORY } from '../../tests/helpers/quick.ts'
import { test } from '../support/editorTest.ts'
import { canvas, downloadBy, hash, runFromMenu } from '../support/gestures.ts'
import { download, expect, introduce, openEditor, test as ownPage } from '../support/test.ts'
import { pictured, projects, restored, work } from './keptWork.ts'

test('after a reload or a visit to the home page, the last project is restored exactly', { tag: STORY }, async ({
  page,
}) => {
  await openEditor(page)
  const state = await work(page)
  const before = await download(page)
  await runFromMenu(page, 'Menu', 'Recent projects')
  // the thumbnail is painted when the page is idle
  await pictured(page.getByRole('dialog', { name: 'Recent projects' }))
  await page.reload()
  await expect(projects(page)).toContainText('chelsea.png')
  await expect(projects(page)).toContainText(/now|ago/)
  await pictured(projects(page))
  expect(await page.evaluate(() => window.midground!.document().photo)).toBeNull()
  await Promise.all([expect(page.getByText('Project restored.')).toBeVisible(), restored(page, state)])
  const after = await download(page)
  expect(Buffer.compare(after.bytes, before.bytes)).toBe(0)
  await page.getByRole('link', { name: 'Midground home' }).click()
  await expect(page).toHaveURL('/')
  await page.evaluate(() => history.back())
  await restored(page, state)
})

test('switching between projects neither shows a dialog nor renames a project', async ({ page }) => {
  await openEditor(page)
  const first = await work(page)
  await page.reload()
  await projects(page).getByRole('button', { name: 'Rename chelsea.png' }).click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('The cat')
  await page.keyboard.press('Enter')
  await expect(projects(page)).toContainText('The cat')
  const second = await work(page, 'rocket.jpg')

  const dialog = page.getByRole('dialog', { name: 'Recent projects' })
  const show = () => runFromMenu(page, 'Menu', 'Recent projects')
  await show()
  await dialog.getByRole('button', { name: 'Rename rocket.jpg' }).click()
  // waits for the focus, because without it Escape would close the dialog
  await expect(dialog.getByRole('textbox', { name: 'Project name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox')).toBeHidden()
  await dialog.getByRole('button', { name: 'Rename rocket.jpg' }).click()
  await dialog.getByRole('textbox', { name: 'Project name' }).fill('Off we go')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^The cat / }).click()
  await expect.poll(() => hash(page)).toBe(first)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Save project' }).click())
  expect(saved.suggestedFilename()).toBe('The cat.midground')
  await show()
  await dialog.getByRole('button', { name: /^Off we go / }).click()
  await expect.poll(() => hash(page)).toBe(second)
  await show()
  await dialog.getByRole('button', { name: 'Delete The cat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('No other projects on this device.')
})

ownPage('the keyboard moves a project to another device as one file', async ({ page, browser, server }) => {
  await openEditor(page)
  const state = await work(page)
  const before = await download(page)
  await canvas(page).focus()
  const saved = await downloadBy(page, () => page.keyboard.press('Control+s'))
  expect(saved.suggestedFilename()).toBe('chelsea.midground')
  const buffer = readFileSync(await saved.path())

  const elsewhere = await browser.newContext({ baseURL: server.origin })
  await introduce(elsewhere)
  const fresh = await elsewhere.newPage()
  await openEditor(fresh)
  await expect(projects(fresh)).toBeHidden()
  await fresh
    .locator('input[type=file][accept=".midground"]')
    .setInputFiles(file(buffer.subarray(0, buffer.length - 1)))
  await expect(fresh.getByRole('alert')).toContainText('“a.midground” is damaged or incomplete.')
  expect(await fresh.evaluate(() => window.midground!.document().photo)).toBeNull()
  const choosing = fresh.waitForEvent('filechooser') // registered before the key press, so that no event is missed
  await expect(fresh.getByRole('button', { name: 'Open project' })).toBeEnabled()
  await fresh.keyboard.press('Control+o')
  await (await choosing).setFiles(file(buffer))
  await expect(fresh.getByText('Project opened!')).toBeVisible()
  await expect.poll(() => hash(fresh)).toBe(state)
  const after = await download(fresh)
  expect(Buffer.compare(after.bytes, before.bytes)).toBe(0)
  await elsewhere.close()
})

const file = (buffer: Buffer) => ({ name: 'a.midground', mimeType: '', buffer })
