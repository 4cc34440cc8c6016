/** Tests every way to open a photo, and every failure: the editor shows the specified text over the unchanged photo. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { give, hash, writeText } from '../support/gestures.ts'
import {
  expect,
  openEditor,
  openSeparated,
  test as ownPage,
  SEPARATING,
  sample,
  signUp,
  upload,
  uploadAndSeparate,
} from '../support/test.ts'

const CHELSEA = readFileSync(sample('chelsea.png'))
const photoName = (page: Page) => page.evaluate(() => window.midground!.document().photo?.name ?? null)

const giveChelsea = (page: Page, how: 'drop' | 'paste', name: string) =>
  give(page, how, { name, type: 'image/png', buffer: CHELSEA })

async function addText(page: Page) {
  await writeText(page)
  await expect(page.getByRole('textbox', { name: 'Text content' })).toBeVisible()
}

test('opening a photo in any way asks before discarding unsaved work', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await addText(page)
  const before = await hash(page)
  const ask = page.getByRole('alertdialog')
  const ways = [
    () => giveChelsea(page, 'drop', 'new.png'),
    () => giveChelsea(page, 'paste', 'new.png'),
    () => upload(page, sample('chelsea.png')),
  ]
  for (const way of ways) {
    await way()
    // the editor shows the second text after an autosave
    await expect(ask).toContainText(/You have unsaved changes\.|You haven’t downloaded/)
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(ask).toBeHidden()
    expect(await hash(page)).toBe(before)
  }
  await giveChelsea(page, 'drop', 'new.png')
  await ask.getByRole('button', { name: /Discard and upload|Upload new photo/ }).click()
  await expect.poll(() => photoName(page)).toBe('new.png')
  expect(
    await page.evaluate(() => Object.values(window.midground!.document().layers).map(({ kind }) => kind)),
  ).not.toContain('text')
})

ownPage('the editor asks before a link, Back or a closed tab discards work that is not stored', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  const home = page.getByRole('link', { name: 'Midground home' })
  const ask = page.getByRole('alertdialog', { name: 'Leave the editor?' })
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  const openChelsea = async () => {
    await page.getByRole('link', { name: 'Editor', exact: true }).first().click()
    await uploadAndSeparate(page, sample('chelsea.png'))
  }
  await signUp(page)
  await page.goto('/')
  await openChelsea()
  await home.click()
  await expect(page).toHaveURL('/') // the editor doesn't ask if all work is saved

  await openChelsea()
  await addText(page)
  const before = await hash(page)
  for (const leave of [() => home.click(), () => page.evaluate(() => history.back())]) {
    await leave()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(ask).toBeHidden()
    await expect(page).toHaveURL('/custom-editor')
    expect(await hash(page)).toBe(before)
  }
  expect(asked).toEqual([])
  await page.evaluate(() => location.reload())
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await hash(page)).toBe(before)
  await page.evaluate(() => history.back())
  await ask.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).toHaveURL('/')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

ownPage.describe('the network', () => {
  ownPage.use(SEPARATING)

  ownPage('a slow download of the models shows its progress and can be canceled', async ({ page }) => {
    const { promise: isConnected, resolve: connect } = Promise.withResolvers<void>()
    await page.context().route('**/models/**', async (route) => {
      await isConnected
      await route.continue()
    })
    await openEditor(page)
    await upload(page, sample('chelsea.png'))
    await expect(page.getByText('Loading the AI model')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Analysis canceled.' })).toBeVisible()
    expect(await photoName(page)).toBe('chelsea.png')
    connect()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('tab', { name: 'Text', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Add Text' })).toBeEnabled()
  })
})
