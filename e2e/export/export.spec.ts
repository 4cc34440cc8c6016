/**
 * Exports beside Download: every format, size and content, by mouse and keyboard, to the clipboard and the share sheet.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { checkAxe } from '../support/axe.ts'
import { decodeJpeg, decodeWebp, installDecoders } from '../support/decoders.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy } from '../support/gestures.ts'
import { areaScaled, type Picture } from '../support/pixels.ts'
import { download, expect, openEditor, openSeparated, sample, upload } from '../support/test.ts'

test.describe.configure({ mode: 'default' }) // serial, because two installations at a time fail
test.beforeAll(installDecoders)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })
const open = (page: Page) => page.getByRole('button', { name: 'More download options' }).click()
const pick = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true }).click()

async function pickSize(page: Page, name: string) {
  await dialog(page).getByRole('combobox', { name: 'Size' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Returns the dialog's estimate of the file once it is shown. */
async function estimate(page: Page): Promise<{ size: string; bytes: number }> {
  const said = dialog(page).getByRole('status')
  await expect(said).toHaveText(/about/)
  const [, size = '', value = '', unit = ''] = /^(.+) px, about ([\d.]+) (B|kB|MB)$/.exec(await said.innerText()) ?? []
  return { size, bytes: Number(value) * ({ B: 1, kB: 1e3, MB: 1e6 }[unit] ?? Number.NaN) }
}

async function exported(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const file = await downloadBy(page, () => dialog(page).getByRole('button', { name: 'Export' }).click())
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Mean absolute difference of all colours. */
function difference(a: Picture, b: Picture): number {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  let sum = 0
  for (let i = 0; i < a.data.length; i++) if (i % 4 < 3) sum += Math.abs(a.data[i]! - b.data[i]!)
  return sum / (3 * a.width * a.height)
}

async function withPhoto(page: Page, name = 'coffee.png'): Promise<PNG> {
  await openEditor(page)
  await upload(page, sample(name))
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  return (await download(page)).png
}

test('exports JPEG and WebP with correct colours and the estimated file size', async ({ page }) => {
  const original = await withPhoto(page)
  for (const { format, extension, decode, limit } of [
    { format: 'JPEG', extension: 'jpg', decode: decodeJpeg, limit: 2 },
    { format: 'WebP', extension: 'webp', decode: decodeWebp, limit: 4 },
  ]) {
    await open(page)
    await pick(page, format)
    const { size, bytes: announced } = await estimate(page)
    const { name, bytes } = await exported(page)
    expect(name).toMatch(new RegExp(`^coffee_\\d{10}\\.${extension}$`))
    expect(size).toBe(`${original.width} × ${original.height}`)
    expect(Math.abs(announced / bytes.length - 1), format).toBeLessThan(0.1)
    expect(difference(decode(bytes), original), format).toBeLessThanOrEqual(limit)
    expect(bytes.includes('Exif')).toBe(false)
  }
})

test('exports half size and social media sizes, with margins or cropped to fill', async ({ page }) => {
  const original = await withPhoto(page)
  await open(page)
  await pickSize(page, '0.5×')
  const half = PNG.sync.read((await exported(page)).bytes)
  expect(difference(half, areaScaled(original, original.width / 2, original.height / 2))).toBeLessThan(2)

  await open(page)
  await pickSize(page, '1080 × 1080')
  await dialog(page).getByRole('textbox', { name: 'Margin colour', exact: true }).fill('#ff0000')
  const fit = PNG.sync.read((await exported(page)).bytes)
  expect([fit.width, fit.height]).toEqual([1080, 1080])
  expect([...fit.data.subarray(0, 4)]).toEqual([255, 0, 0, 255])
  const middle = 4 * (540 * 1080 + 540)
  expect([...fit.data.subarray(middle, middle + 3)]).not.toEqual([255, 0, 0])

  await open(page)
  await dialog(page).getByRole('button', { name: 'Crop to 1:1' }).click()
  const format = page.getByRole('tabpanel', { name: 'Crop' })
  await expect(format.getByRole('radio', { name: '1:1' })).toBeChecked()
  await format.getByRole('button', { name: 'Done' }).click()
  await open(page)
  await expect(dialog(page).getByRole('textbox', { name: 'Margin colour', exact: true })).toHaveCount(0)
  const crop = PNG.sync.read((await exported(page)).bytes)
  expect([crop.width, crop.height]).toEqual([1080, 1080])
  expect([...crop.data.subarray(0, 3)]).not.toEqual([255, 0, 0])
})

test('exports only the subject, cropped to its bounds', async ({ page }) => {
  await openSeparated(page)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  await open(page)
  await pick(page, 'Subject only')
  const { size } = await estimate(page)
  const { width, height, data } = PNG.sync.read((await exported(page)).bytes)
  expect(size).toBe(`${width} × ${height}`)
  const matte = await page.evaluate(() => {
    const { width, coverage } = window.midground!.matte()!
    const box = [width, Number.POSITIVE_INFINITY, -1, -1]
    coverage.forEach((value, i) => {
      if (value === 0) return
      const [x, y] = [i % width, Math.floor(i / width)]
      box.splice(0, 4, Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y))
    })
    return { width: box[2]! - box[0]! + 1, height: box[3]! - box[1]! + 1 }
  })
  expect({ width, height }).toEqual(matte)
  const alphas = data.filter((_, i) => i % 4 === 3)
  expect(alphas.includes(255)).toBe(true)
  expect(alphas.includes(0)).toBe(true)

  await open(page)
  await pick(page, 'JPEG')
  await dialog(page).getByRole('textbox', { name: 'Background colour', exact: true }).fill('#00ff00')
  const jpeg = decodeJpeg((await exported(page)).bytes)
  expect([jpeg.width, jpeg.height]).toEqual([width, height])
  const clear = alphas.indexOf(0)
  for (const [c, level] of [0, 255, 0].entries()) expect(Math.abs(jpeg.data[4 * clear + c]! - level)).toBeLessThan(40)
})

test('the export dialog works with only the keyboard', async ({ page }) => {
  await withPhoto(page)
  await page.getByRole('button', { name: 'Download', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'More download options' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: 'PNG' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: 'JPEG' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog(page).getByRole('radio', { name: 'JPEG' })).toBeChecked()
  await checkAxe(page, 'the export dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More download options' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'JPEG' }), 'the choice is kept').toBeChecked()
  await dialog(page).getByRole('button', { name: 'Export' }).focus()
  const file = await downloadBy(page, () => page.keyboard.press('Enter'))
  expect(file.suggestedFilename()).toMatch(/\.jpg$/)
})
