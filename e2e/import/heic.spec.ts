/** HEIC: no conversion without consent, no policy violation and no logged error. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { complaintsOf } from '../support/complaints.ts'
import { test } from '../support/editorTest.ts'
import { writeText } from '../support/gestures.ts'
import {
  download,
  expect,
  IMAGINING,
  openEditor,
  test as ownPage,
  SEPARATING,
  sample,
  upload,
  uploadAndSeparate,
} from '../support/test.ts'

test.use(IMAGINING)
ownPage.use(IMAGINING)

const FILE = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic')),
}
const photo = (page: Page) => page.evaluate(() => window.midground!.document().photo)
const consent = (page: Page) => page.getByRole('alertdialog', { name: 'Convert Image Format' })

test('converts after consent, keeps the name, and also asks for a HEIC with a JPEG name', async ({ page }) => {
  await openEditor(page)
  await upload(page, FILE)
  await consent(page).getByRole('button', { name: 'Convert' }).click()
  await expect.poll(async () => (await photo(page))?.name).toBe('IMG_0042.HEIC')
  await upload(page, { ...FILE, name: 'renamed.jpg', mimeType: 'image/jpeg' })
  await consent(page).getByRole('button', { name: 'Convert' }).click()
  await expect.poll(async () => (await photo(page))?.name).toBe('renamed.jpg')
})

ownPage.describe('with the network', () => {
  ownPage.use(SEPARATING)

  ownPage('goes from HEIC to a download without a policy violation or an error', async ({ page }) => {
    ownPage.slow() // the network runs on a software GPU
    const complaints = await complaintsOf(page)
    await openEditor(page)
    await upload(page, FILE)
    await consent(page).getByRole('button', { name: 'Convert' }).click()
    await expect.poll(async () => (await photo(page))?.name).toBe('IMG_0042.HEIC')
    await uploadAndSeparate(page, sample('chelsea.png'))
    await page.getByRole('tab', { name: 'Tune' }).click()
    await page.getByRole('spinbutton', { name: 'Exposure' }).fill('20')
    await writeText(page)
    await page.getByRole('button', { name: /^Font/ }).click()
    await page.getByRole('option', { name: 'Abril Fatface' }).click()
    await page.getByRole('button', { name: 'Add 3D Text' }).click()
    const { name } = await download(page)
    expect(name).toMatch(/^chelsea_\d{10}\.png$/)
    expect(complaints).toEqual([])
  })
})
