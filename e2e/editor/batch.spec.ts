/** A batch with one template: a queue that survives a reload, and a ZIP of the images that the editor exports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { PNG } from 'pngjs'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy, runFromMenu, writeText } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import {
  download,
  expect,
  IMAGINING,
  openEditor,
  test as ownPage,
  sample,
  separated,
  uploadAndSeparate,
} from '../support/test.ts'

test.use(IMAGINING)
ownPage.use(IMAGINING)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Batch edit' })
const status = (page: Page) => dialog(page).getByRole('status')
const photoOf = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files)

async function openDialog(page: Page) {
  await runFromMenu(page, 'Menu', 'Batch edit')
  await expect(button(page, 'Choose photos')).toBeVisible()
}

/** Returns small photos of different colours, by name. */
const photos = (...names: string[]) =>
  names.map((name, n) => pngFile(name, 120, 90, (i) => [(40 * n) % 256, (28 * i) % 241, 90, 255]))

/** True while some photos are ready and others not. Clicks `button` in the page at that moment. */
const isUnderWay = (page: Page, button?: string) =>
  page.waitForFunction((button) => {
    const status = document.querySelector('[role=dialog] [role=status]')?.textContent ?? ''
    const [, ready = 0, all = 0] = (/Ready: (\d+) of (\d+)/.exec(status) ?? []).map(Number)
    if (ready === 0 || ready === all) return false
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')]
    buttons.find(({ textContent }) => textContent === button)?.click()
    return true
  }, button)

async function zip(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const file = await downloadBy(page, () => button(page, 'Export as ZIP').click())
  return { name: file.suggestedFilename(), files: unzipSync(readFileSync(await file.path())) }
}

test("exports the editor's bytes in one ZIP, and reports a broken and an empty photo", async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await writeText(page)
  const single = await download(page)
  await openDialog(page)
  await choose(page, [
    ...['chelsea.png', 'rocket.jpg'].map((name) => ({
      name,
      mimeType: name.endsWith('png') ? 'image/png' : 'image/jpeg',
      buffer: readFileSync(sample(name)),
    })),
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ])
  await expect(photoOf(page, 'empty.png')).toContainText('This file is empty.')
  await button(page, 'Current layers').click()
  await expect(status(page)).toContainText('Ready: 2 of 4')
  await expect(status(page)).toContainText('Failed: 2')
  await expect(photoOf(page, 'broken.jpg')).toContainText('This file is damaged or isn’t an image.')
  await expect(photoOf(page, 'rocket.jpg').locator('img')).toHaveJSProperty('complete', true)
  const { name, files } = await zip(page)
  expect(name).toMatch(/^midground_\d{10}\.zip$/)
  const [chelsea = '', rocket = '', ...more] = Object.keys(files)
  expect([chelsea.replace(/\d{10}/, ''), rocket.replace(/\d{10}/, ''), more]).toEqual([
    'chelsea_.png',
    'rocket_.png',
    [],
  ])
  expect(Buffer.compare(files[chelsea]!, single.bytes)).toBe(0)
  await expect(dialog(page).getByText('Export complete!')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Reuse on another photo' }).click()
  await (await choosing).setFiles(sample('rocket.jpg'))
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('rocket.jpg')
  await separated(page)
  expect(Buffer.compare(files[rocket]!, (await download(page)).bytes)).toBe(0)
})

test('resumes after a reload with the template and the finished images', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  await button(page, 'Poster').click()
  await expect(button(page, 'Poster')).toHaveAttribute('aria-pressed', 'true')
  await choose(page, photos('a.png', 'b.png', 'c.png', 'd.png', 'e.png'))
  await isUnderWay(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(button(page, 'Poster')).toHaveAttribute('aria-pressed', 'true')
  await expect(status(page)).toContainText('Ready: 5 of 5')
  const { files } = await zip(page)
  expect(Object.keys(files).map((name) => name[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const bytes of Object.values(files)) expect(PNG.sync.read(Buffer.from(bytes)).height).toBe(90)
})

test('pauses and cancels within a second, and removes one photo', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  await button(page, 'Poster').click()
  await choose(page, photos('a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png'))
  await isUnderWay(page, 'Pause')
  const frames = await page.evaluate(async () => {
    const isThere = () =>
      [...document.querySelectorAll('[role=dialog] button')].some(({ textContent }) => textContent === 'Continue')
    let waited = 0
    for (; !isThere(); waited++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return waited
  })
  expect(frames, 'a second of frames, however slow the machine is').toBeLessThan(60)
  await page.setViewportSize({ width: 1280, height: 600 })
  await expect(button(page, 'Continue'), 'visible with any number of photos').toBeInViewport({ ratio: 1 })
  const stopped = await status(page).innerText()
  await button(page, 'Remove f.png').click()
  await expect(photoOf(page, 'f.png')).toBeHidden()
  expect((await status(page).innerText()).split(' of')[0]).toBe(stopped.split(' of')[0])
  await button(page, 'Continue').click()
  await expect(status(page)).toContainText('Ready: 5 of 5')

  const ask = page.getByRole('alertdialog', { name: 'Clear the batch?' })
  await button(page, 'Cancel').click()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(status(page)).toContainText('Ready: 5 of 5')
  await button(page, 'Cancel').click()
  await ask.getByRole('button', { name: 'Clear batch' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'a.png' })).toHaveCount(0)
})

test('a photo opens in the editor as a separate project and returns to the batch', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  await button(page, 'Poster').click()
  await choose(page, photos('a.png', 'b.png'))
  await expect(status(page)).toContainText('Ready: 2 of 2')
  await button(page, 'Open b.png in the editor').click()
  await expect(dialog(page)).toBeHidden()
  const { photo, order, separation } = await page.evaluate(() => window.midground!.document())
  expect([photo?.name, separation !== null, order.length > 2]).toEqual(['b.png', true, true])
  await expect(page.getByRole('tabpanel', { name: 'Select subject' })).toBeVisible()
  await expect(page.locator('[data-kept]')).toBeVisible()
  await openDialog(page)
  await expect(photoOf(page, 'b.png')).toContainText('Opened in the editor')
  expect(Object.keys((await zip(page)).files)).toHaveLength(1)
  await button(page, 'Retry b.png').click()
  await expect(status(page)).toContainText('Ready: 2 of 2')
})

ownPage(
  'asks once whether to convert HEIC photos, again when they are tried again, and never for a converted one',
  async ({ page }) => {
    await openEditor(page)
    await openDialog(page)
    await button(page, 'Poster').click()
    const buffer = readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic'))
    const heic = (name: string) => ({ name, mimeType: 'image/heic', buffer })
    const consent = page.getByRole('alertdialog', { name: 'Convert Image Format' })
    await choose(page, [heic('a.heic'), heic('b.heic')])
    await consent.getByRole('button', { name: 'Cancel' }).click()
    await expect(status(page)).toContainText('Failed: 2')
    await button(page, 'Retry failed photos').click()
    await consent.getByRole('button', { name: 'Convert' }).click()
    await expect(status(page)).toContainText('Ready: 2 of 2')
    await page.reload()
    await expect(status(page)).toContainText('Ready: 2 of 2')
    expect(Object.keys((await zip(page)).files)).toHaveLength(2)
  },
)

ownPage('saves into a folder in the format and size of the settings', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() })
  })
  await openEditor(page)
  await openDialog(page)
  await button(page, 'Poster').click()
  await choose(page, photos('a.png', 'b.png'))
  await expect(status(page)).toContainText('Ready: 2 of 2')
  await button(page, 'Export settings').click()
  await dialog(page).getByRole('radio', { name: 'JPEG' }).click()
  await dialog(page).getByRole('combobox', { name: 'Size' }).click()
  await page.getByRole('option', { name: '1080 × 1350' }).click()
  await button(page, 'Save to folder').click()
  await expect(dialog(page).getByText('Export complete!')).toBeVisible()
  const files = await page.evaluate(async () => {
    const found: [string, number, number][] = []
    for await (const [name, handle] of (await navigator.storage.getDirectory()) as unknown as AsyncIterable<
      [string, FileSystemFileHandle]
    >) {
      const { width, height } = await createImageBitmap(await handle.getFile())
      found.push([name.replace(/\d{10}/, ''), width, height])
    }
    return found.sort()
  })
  expect(files).toEqual([
    ['a_.jpg', 1080, 1350],
    ['b_.jpg', 1080, 1350],
  ])
})

test('the batch dialog works with dropped photos, with only the keyboard and on a phone', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('batch')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Choose photos')).toBeVisible()
  await checkAxe(page, 'no photos')
  await page.evaluate(
    (bytes) => {
      const dataTransfer = new DataTransfer()
      for (const name of ['a.png', 'b.png'])
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...photos('a.png')[0]!.buffer],
  )
  await expect(photoOf(page, 'b.png')).toContainText('Waiting')
  await button(page, 'Story').focus()
  await page.keyboard.press('Space')
  await expect(status(page)).toContainText('Ready: 2 of 2')
  await checkAxe(page, 'photos of a queue')
  await page.setViewportSize({ width: 360, height: 640 })
  const rows = () =>
    dialog(page)
      .locator('li[data-state]')
      .evaluateAll((all: HTMLElement[]) => new Set(all.map((each) => each.offsetTop)).size)
  await expect.poll(rows, 'both photos stand in one row').toBe(1)
  await photoOf(page, 'a.png').scrollIntoViewIfNeeded()
  await expect(button(page, 'Export as ZIP')).toBeInViewport({ ratio: 1 })
  const overflow = () =>
    dialog(page).evaluate((element) => element.scrollWidth - Math.ceil(element.getBoundingClientRect().width))
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await button(page, 'Export as ZIP').focus()
  const file = await downloadBy(page, () => page.keyboard.press('Enter'))
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  await expect(dialog(page).getByText('Export complete!')).toBeVisible() // before that, Escape doesn't close the dialog
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

ownPage('a second tab waits for the queue until the first one closes it', async ({ page, context }) => {
  await openEditor(page)
  await openDialog(page)
  const other = await context.newPage()
  await other.goto('/custom-editor')
  await runFromMenu(other, 'Menu', 'Batch edit')
  await expect(dialog(other)).toContainText('Your batch is open in another tab.')
  await page.keyboard.press('Escape')
  await expect(button(other, 'Choose photos')).toBeVisible()
})
