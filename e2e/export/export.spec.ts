/** Tests the export dialog: every format, size and content, by mouse and keys, to the clipboard and the share sheet. */

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { decoded } from '../../tests/helpers/decoded.ts'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy } from '../support/gestures.ts'
import { eroded, type Picture } from '../support/pixels.ts'
import { download, expect, openEditor, openSeparated, sample, upload } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download' })
const open = (page: Page) => page.getByRole('button', { name: 'More download options' }).click()
const pick = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true }).click()

/** Waits for the dialog's estimate of the file size and returns it. */
async function estimate(page: Page): Promise<{ size: string; bytes: number }> {
  const said = dialog(page).getByRole('status')
  await expect(said).toHaveText(/about/)
  const [, size = '', value = '', unit = ''] = /^(.+) px, about ([\d.]+) (B|kB|MB)$/.exec(await said.innerText()) ?? []
  return { size, bytes: Number(value) * ({ B: 1, kB: 1e3, MB: 1e6 }[unit] ?? Number.NaN) }
}

async function exported(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const file = await downloadBy(page, () => dialog(page).getByRole('button', { name: 'Download' }).click())
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Returns the mean absolute difference of all color values. */
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

test("exported JPEG and WebP files have the photo's colors and the estimated file size", async ({ page }) => {
  const original = await withPhoto(page)
  for (const { format, extension, limit } of [
    { format: 'JPEG', extension: 'jpg', limit: 2 },
    { format: 'WebP', extension: 'webp', limit: 4 },
  ]) {
    await open(page)
    await pick(page, format)
    await dialog(page).getByRole('switch', { name: 'Keep photo details' }).setChecked(false)
    const { size, bytes: announced } = await estimate(page)
    const { name, bytes } = await exported(page)
    expect(name).toMatch(new RegExp(`^coffee_\\d{10}\\.${extension}$`))
    expect(size).toBe(`${original.width} × ${original.height}`)
    expect(Math.abs(announced / bytes.length - 1), format).toBeLessThan(0.1)
    expect(difference(await decoded(bytes), original), format).toBeLessThanOrEqual(limit)
    expect(bytes.includes('Exif'), 'without the photo’s details').toBe(false)
  }
})

test('"Subject only" exports the subject, cropped to its bounds', async ({ page }) => {
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
  await dialog(page).getByRole('textbox', { name: 'Background color', exact: true }).fill('#00ff00')
  const jpeg = await decoded((await exported(page)).bytes)
  expect([jpeg.width, jpeg.height]).toEqual([width, height])
  const clear = alphas.indexOf(0)
  for (const [c, level] of [0, 255, 0].entries()) expect(Math.abs(jpeg.data[4 * clear + c]! - level)).toBeLessThan(40)
})

test('with a white background after a white floor, files are white wherever the subject is not', async ({ page }) => {
  await openSeparated(page)
  await page.getByRole('tab', { name: 'Change BG' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'White floor' }).click()
  await panel.getByRole('button', { name: 'White #FFFFFF' }).click()
  const clear = Uint8Array.from(await page.evaluate(() => [...window.midground!.matte()!.coverage].map((c) => 255 - c)))
  for (const [format, radius] of [
    ['PNG', 0],
    ['JPEG', 16], // a block of a JPEG is 16 px wide and mixes its colors
  ] as const) {
    await open(page)
    await pick(page, format)
    const { width, height, data } = await decoded((await exported(page)).bytes)
    const outside = eroded(clear, width, height, 255, radius)
    const colors = new Set<string>()
    for (const [i, own] of outside.entries()) if (own) colors.add(data.subarray(4 * i, 4 * i + 3).join())
    expect([...colors], format).toEqual(['255,255,255'])
  }
})

test('a user exports a file with only the keyboard', async ({ page }) => {
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
  await expect(dialog(page).getByRole('radio', { name: 'JPEG' }), 'the dialog keeps the chosen format').toBeChecked()
  await dialog(page).getByRole('button', { name: 'Download' }).focus()
  const file = await downloadBy(page, () => page.keyboard.press('Enter'))
  expect(file.suggestedFilename()).toMatch(/\.jpg$/)
})
