/** Tests an HDR photo in the export dialog: the file contains the gain map, and the dialog shows the saved file. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { jpegSegment } from '#client/kit/bytes/bytes.ts'
import { ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy } from '../support/gestures.ts'
import { expect, openEditor, upload } from '../support/test.ts'

const [WIDTH, HEIGHT] = [240, 180]
/** Value of every byte of the test's gain map. */
const GAIN = 77

/** Returns a JPEG of a gradient or, with `grey`, of one gray. */
async function jpegOf(width: number, height: number, gray?: number): Promise<Uint8Array<ArrayBuffer>> {
  const raw = Buffer.from(
    Array.from({ length: 3 * width * height }, (_, i) => gray ?? (255 * (Math.floor(i / 3) % width)) / width),
  )
  return Uint8Array.from(
    await sharp(raw, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer(),
  )
}

/** Returns an Ultra HDR photo with Content Credentials. */
async function hdrPhoto() {
  const base = await jpegOf(WIDTH, HEIGHT)
  const credentials = jpegSegment(0xeb, 'JP\0\x01\0\0\0\x01\0\0\0\x20jumb', new Uint8Array(24))
  const signed = Uint8Array.from([...base.subarray(0, 2), ...credentials, ...base.subarray(2)])
  const bytes = await ultraHdrOf(signed, await jpegOf(WIDTH / 2, HEIGHT / 2, GAIN))
  return { name: 'hdr.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download' })
const open = (page: Page) => page.getByRole('button', { name: 'More download options' }).click()
const pick = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true }).click()

test('a JPEG of an HDR photo contains the gain map', async ({ page }) => {
  await openEditor(page)
  await upload(page, await hdrPhoto())
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  await open(page)
  await expect(dialog(page).getByText('This format can’t store your photo’s HDR highlights')).toBeVisible()
  await expect(dialog(page).getByText('Edited files don’t include your photo’s Content Credentials')).toBeVisible()
  await pick(page, 'JPEG')
  await expect(dialog(page).getByRole('switch', { name: 'HDR' })).toBeChecked()
  await expect(dialog(page).getByRole('status')).toHaveText(/about/)
  const file = await downloadBy(page, () => dialog(page).getByRole('button', { name: 'Download' }).click())
  const { gainMap, width } = await sharp(readFileSync(await file.path())).metadata()
  expect(width).toBe(WIDTH)
  const map = sharp(gainMap?.image)
  expect((await map.metadata()).width).toBe(WIDTH / 2)
  for (const { mean, stdev } of (await map.stats()).channels) {
    expect(Math.abs(mean - GAIN)).toBeLessThan(1)
    expect(stdev).toBeLessThan(1)
  }

  await open(page)
  await dialog(page).getByRole('button', { name: 'See it in HDR' }).click()
  const shown = page.getByRole('dialog', { name: 'See it in HDR' }).getByRole('img')
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(WIDTH)
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('switch', { name: 'HDR' }).click()
  const plain = await downloadBy(page, () => dialog(page).getByRole('button', { name: 'Download' }).click())
  expect((await sharp(readFileSync(await plain.path())).metadata()).gainMap).toBeUndefined()
})
