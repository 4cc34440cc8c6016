/** Tests the batch dialog: one template on several photos, text per photo, and a ZIP of the images. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { downloadBy, runFromMenu, writeText } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { download, expect, inEditor, openEditor, sample, separated, uploadAndSeparate } from '../support/test.ts'

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

/** Returns small photos of different colors, by name. */
const photos = (...names: string[]) =>
  names.map((name, n) => pngFile(name, 120, 90, (i) => [(40 * n) % 256, (28 * i) % 241, 90, 255]))

const dropPhotos = (page: Page, files: readonly { name: string; buffer: Buffer }[]) =>
  page.evaluate(
    (all) => {
      const dataTransfer = new DataTransfer()
      for (const { name, bytes } of all)
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  )

async function zip(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const file = await downloadBy(page, () => button(page, 'Export as ZIP').click())
  return { name: file.suggestedFilename(), files: unzipSync(readFileSync(await file.path())) }
}

test('a batch skips an unreadable photo and exports the other photos exactly as the editor does', async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await writeText(page)
  const single = await download(page)
  await openDialog(page)
  await choose(page, [
    ...['chelsea.png', 'astronaut.png'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: readFileSync(sample(name)),
    })),
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ])
  await expect(photoOf(page, 'empty.png')).toContainText('This file is empty.')
  await expect(button(page, 'Current layers')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'Current layers').locator('img')).toHaveAttribute('src', /^data:image/)
  await expect(status(page)).toContainText('Ready: 2 of 4')
  await expect(status(page)).toContainText('Failed: 2')
  await expect(photoOf(page, 'broken.jpg')).toContainText('This file is damaged.')
  await expect(photoOf(page, 'astronaut.png').locator('img')).toHaveJSProperty('complete', true)
  const { name, files } = await zip(page)
  expect(name).toMatch(/^midground_\d{10}\.zip$/)
  const [chelsea = '', astronaut = '', ...more] = Object.keys(files)
  expect([chelsea.replace(/\d{10}/, ''), astronaut.replace(/\d{10}/, ''), more]).toEqual([
    'chelsea_.png',
    'astronaut_.png',
    [],
  ])
  expect(Buffer.compare(files[chelsea]!, single.bytes)).toBe(0)
  await expect(dialog(page).getByText('Export complete!')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Reuse on another photo' }).click()
  await (await choosing).setFiles(sample('astronaut.png'))
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('astronaut.png')
  await separated(page)
  expect(Buffer.compare(files[astronaut]!, (await download(page)).bytes)).toBe(0)
})

test('the batch dialog reopens after a reload, but not after the user visits another page', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  await page.reload()
  await expect(button(page, 'Choose photos')).toBeVisible()
  await page.goto('/pricing')
  await page.goto('/custom-editor')
  await inEditor(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('midground-batch-open'))).toBeNull()
  await expect(dialog(page)).toBeHidden()
})

/** Keeps the batch's database busy, so that no photo can be stored, until `window.endsWait` is true. */
const holdStore = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('midground-batch')
        opening.onsuccess = () => {
          const items = opening.result.transaction('items', 'readwrite').objectStore('items')
          const wait = () => {
            resolve()
            if ('endsWait' in window) opening.result.close()
            else items.count().onsuccess = wait
          }
          items.count().onsuccess = wait
        }
      }),
  )

test('closing Batch edit or the tab asks the user while photos are being added', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  const mayLeave = () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await mayLeave()).toBe(true)
  await holdStore(page)
  await dropPhotos(page, photos('a.png', 'b.png'))
  await expect.poll(mayLeave).toBe(false)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close Batch edit?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.evaluate(() => Object.assign(window, { endsWait: true }))
  await expect(photoOf(page, 'b.png')).toBeVisible()
  await expect.poll(mayLeave).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('a batch exports one video per photo in the chosen format', async ({ page }) => {
  await openEditor(page)
  await openDialog(page)
  await button(page, 'Poster').click()
  await choose(page, photos('a.png', 'b.png'))
  await expect(status(page)).toContainText('Ready: 2 of 2')
  await dialog(page).getByRole('button', { name: 'Export settings' }).click()
  await dialog(page).getByRole('radio', { name: 'Motion', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'WebM', exact: true }).click()
  const { files } = await zip(page)
  expect(Object.keys(files).map((name) => name.replace(/\d{10}/, ''))).toEqual(['a_.webm', 'b_.webm'])
  for (const file of Object.values(files)) expect([...file.slice(0, 4)], 'EBML').toEqual([0x1a, 0x45, 0xdf, 0xa3])
})

test("a user exports a batch of dropped photos by keyboard, even at a phone's width", async ({ page }) => {
  await openEditor(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('batch')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Choose photos')).toBeVisible()
  await checkAxe(page, 'no photos')
  await dropPhotos(page, photos('a.png', 'b.png'))
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
  // Escape closes the dialog only after the export
  await expect(dialog(page).getByText('Export complete!')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('a user pastes five titles from a spreadsheet and exports five photos in five actions', async ({ page }) => {
  await openEditor(page)
  const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']
  let actions = 0
  const act = (action: Promise<unknown>) => action.then(() => actions++)
  await act(dropPhotos(page, photos(...names)))
  await act(button(page, 'Poster').click())
  await expect(photoOf(page, 'e.png'), 'the photos are above the table').toBeInViewport({ ratio: 1 })
  await act(dialog(page).getByRole('textbox', { name: 'Title, a.png', exact: true }).click())
  await act(
    page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
      )
    }, 'Ada\tOne\nBea\nCem\nDi\n"Eve ""E"""'),
  )
  await expect(dialog(page).getByRole('textbox', { name: 'Title, e.png', exact: true })).toHaveValue('Eve "E"')
  await expect(dialog(page).getByRole('textbox', { name: 'Subtitle, a.png' })).toHaveValue('One')
  await checkAxe(page, 'words of a batch')
  await expect(status(page)).toContainText('Ready: 5 of 5')
  const thumbnail = await photoOf(page, 'e.png').locator('img').getAttribute('src')
  const { files } = await zip(page)
  actions++
  expect([Object.keys(files).length, actions]).toEqual([5, 5])

  const windows1252 = Buffer.from('photo;Your title\r\ne;"Zoë\nBell"\r\n', 'latin1')
  const csv = { name: 'words.csv', mimeType: 'text/csv', buffer: windows1252 }
  await page.locator('input[type=file][accept*=csv]').setInputFiles(csv)
  const title = dialog(page).getByRole('textbox', { name: 'Title, e.png', exact: true })
  await expect(title).toHaveValue('Zoë\nBell')
  await title.focus()
  await title.blur()
  await page.keyboard.press('Escape')
  await openDialog(page)
  await expect(title).toHaveValue('Zoë\nBell')
  await expect(status(page)).toContainText('Ready: 5 of 5')
  await expect(photoOf(page, 'e.png').locator('img')).not.toHaveAttribute('src', thumbnail!)
  await page.locator('input[type=file][accept*=csv]').setInputFiles({ ...csv, buffer: Buffer.from('photo\nnobody') })
  await expect(dialog(page).getByRole('alert')).toContainText('No text was added.')
  await page.locator('input[type=file][accept*=csv]').setInputFiles({ ...csv, buffer: Buffer.from('PK\x03\x04\0') })
  await expect(dialog(page).getByRole('alert')).toContainText('This table can’t be read.')
})
