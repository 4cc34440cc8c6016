/** Tests a HEIC photo in the whole workflow, without a policy violation or logged error. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { complaintsOf } from '../support/complaints.ts'
import { writeText } from '../support/gestures.ts'
import { download, expect, openEditor, separated, test, upload } from '../support/test.ts'

const FILE = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic')),
}

test('a HEIC photo is imported and downloaded without an error or policy violation', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await openEditor(page)
  await upload(page, FILE)
  await page.getByRole('alertdialog', { name: 'Convert Image Format' }).getByRole('button', { name: 'Convert' }).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('IMG_0042.HEIC')
  await separated(page)
  await page.getByRole('tab', { name: 'Tune' }).click()
  await page.getByRole('spinbutton', { name: 'Exposure' }).fill('20')
  await writeText(page)
  await page.getByRole('button', { name: /^Font/ }).click()
  await page.getByRole('option', { name: 'Abril Fatface' }).click()
  await page.getByRole('button', { name: 'Add 3D Text' }).click()
  const { name } = await download(page)
  expect(name).toMatch(/^IMG_0042_\d{10}\.png$/)
  expect(complaints).toEqual([])
})
