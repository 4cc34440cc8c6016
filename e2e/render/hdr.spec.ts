/** Tests that editor, batch and command line write the same bytes for a photo with a gain map. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import { downloadBy, runFromMenu } from '../support/gestures.ts'
import { expect, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'
import { render } from './render.ts'

/** Writes a sample as an Ultra HDR photo. Its gain map is a gray copy of the sample at half the size. */
async function writeHdrPhoto(path: string) {
  const base = await sharp(sample('rocket.jpg')).jpeg().toBuffer()
  const { width = 0, height = 0 } = await sharp(base).metadata()
  const map = await sharp(base)
    .resize(Math.ceil(width / 2), Math.ceil(height / 2), { fit: 'fill' })
    .greyscale()
    .toColourspace('srgb')
    .jpeg()
    .toBuffer()
  writeFileSync(path, await ultraHdrOf(Uint8Array.from(base), Uint8Array.from(map)))
}

test('the editor, a batch and midground render write the same HDR file', async ({ page }, info) => {
  test.setTimeout(600_000) // the command starts a browser and segments the photo
  const photo = info.outputPath('hdr.jpg')
  await writeHdrPhoto(photo)
  await openEditor(page)
  await uploadAndSeparate(page, photo)
  const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Save project' }).click())
  const template = info.outputPath('template.midground')
  await saved.saveAs(template)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'More download options' }).click()
  await dialog.getByRole('radio', { name: 'JPEG', exact: true }).click()
  const file = await downloadBy(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  const exported = readFileSync(await file.path())
  expect((await sharp(exported).metadata()).gainMap).toBeDefined()

  await runFromMenu(page, 'Menu', 'Batch edit')
  await page.locator('input[type=file][multiple]').setInputFiles(photo)
  await dialog.getByRole('button', { name: 'Current layers' }).click()
  await dialog.getByRole('button', { name: 'Export settings' }).click()
  await dialog.getByRole('radio', { name: 'JPEG', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Ready: 1 of 1')
  const zip = await downloadBy(page, () => dialog.getByRole('button', { name: 'Export as ZIP' }).click())
  const [batched] = Object.values(unzipSync(readFileSync(await zip.path())))
  expect(Buffer.compare(exported, batched as Uint8Array)).toBe(0)

  const out = info.outputPath('out')
  const { code, stderr } = await render([template, photo, '--out', out, '--format', 'jpeg'])
  expect(code, stderr).toBe(0)
  expect(Buffer.compare(exported, readFileSync(join(out, 'hdr.jpg')))).toBe(0)
})
