/** Nothing is lost: work is kept on the device and offered again, and a project travels as one file. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, hash, openTab } from '../support/gestures.ts'
import {
  download,
  expect,
  inEditor,
  introduce,
  openEditor,
  openSeparated,
  test as ownPage,
  PASSWORD,
  SEPARATING,
  sample,
  separated,
  signUp,
  upload,
  uploadAndSeparate,
} from '../support/test.ts'

const projects = (page: Page) => page.getByRole('region', { name: 'Recent projects' })
const restore = (page: Page) => page.getByRole('button', { name: 'Restore last session' })
/** The device has the last step. */
const kept = (page: Page) => expect(page.locator('[data-kept]')).toBeVisible()

/** The one project that is shown there has its small picture. */
const pictured = (place: Locator) =>
  expect.poll(() => place.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)

/** A photo with a text behind its subject and a brighter picture. */
async function work(page: Page, file = 'chelsea.png'): Promise<string> {
  await uploadAndSeparate(page, sample(file))
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('KEPT')
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.midground!.document().layers))).toContain('KEPT')
  await kept(page)
  return hash(page)
}

async function restored(page: Page, state: string) {
  await restore(page).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
  expect(await hash(page)).toBe(state)
}

test('restores the last session after a reload, byte for byte', async ({ page }) => {
  await openEditor(page)
  const state = await work(page)
  const before = await download(page)
  await page.getByRole('button', { name: 'Recent projects' }).click()
  await pictured(page.getByRole('dialog', { name: 'Recent projects' })) // in a quiet moment
  await page.reload()
  await expect(projects(page)).toContainText('chelsea.png')
  await expect(projects(page)).toContainText(/now|ago/)
  await pictured(projects(page))
  expect(await page.evaluate(() => window.midground!.document().photo)).toBeNull()
  await restored(page, state)
  await expect(page.getByText('Everything is as you left it.')).toBeVisible()
  const after = await download(page)
  expect(Buffer.compare(after.bytes, before.bytes)).toBe(0)
})

test('earlier sessions can be opened and deleted', async ({ page }) => {
  await openEditor(page)
  const first = await work(page)
  await page.reload()
  const second = await work(page, 'rocket.jpg')
  expect(second).not.toBe(first)
  await page.reload()
  await expect(projects(page).getByRole('button', { name: /chelsea\.png .*(now|ago)/ })).toBeVisible()
  await projects(page).getByRole('button', { name: 'Delete rocket.jpg' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(projects(page).getByText('rocket.jpg')).toBeHidden()
  await restored(page, first)
})

test('switches between projects without a question and keeps their names', async ({ page }) => {
  await openEditor(page)
  const first = await work(page)
  await page.reload()
  await projects(page).getByRole('button', { name: 'Rename chelsea.png' }).click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('The cat')
  await page.keyboard.press('Enter')
  await expect(projects(page)).toContainText('The cat')
  const second = await work(page, 'rocket.jpg')

  const dialog = page.getByRole('dialog', { name: 'Recent projects' })
  const show = () => page.getByRole('button', { name: 'Recent projects' }).click()
  await show()
  await dialog.getByRole('button', { name: 'Rename rocket.jpg' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Project name' })).toBeFocused() // else Escape would close the dialog
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox')).toBeHidden()
  await dialog.getByRole('button', { name: 'Rename rocket.jpg' }).click()
  await dialog.getByRole('textbox', { name: 'Project name' }).fill('Off we go')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^The cat / }).click()
  await expect.poll(() => hash(page)).toBe(first)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save project' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('The cat.midground')
  await show()
  await dialog.getByRole('button', { name: /^Off we go / }).click()
  await expect.poll(() => hash(page)).toBe(second)
  await show()
  await dialog.getByRole('button', { name: 'Delete The cat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('No other project is kept here.')
})

ownPage('asks before another project is opened only where work would be lost', async ({ page }) => {
  await openEditor(page)
  await work(page)
  await page.reload()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError') // a full disk
    }
  })
  await uploadAndSeparate(page, sample('rocket.jpg'))
  await expect(page.getByText('This device has no room left')).toHaveCount(1)
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  const mine = await hash(page)
  await page.getByRole('button', { name: 'Recent projects' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^chelsea\.png / })
    .click()
  const ask = page.getByRole('alertdialog', { name: 'Open another project?' })
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(ask).toBeHidden()
  expect(await hash(page)).toBe(mine)
})

ownPage('says once that a private window stores nothing, and goes on', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openEditor(page)
  const said = page.getByText('This window keeps no projects')
  await upload(page, sample('chelsea.png'))
  await expect(said).toHaveCount(1)
  await upload(page, sample('rocket.jpg'))
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('rocket.jpg')
  await openTab(page, 'Tune')
  await page.getByRole('spinbutton', { name: 'Exposure' }).fill('20')
  await page.keyboard.press('Enter')
  expect((await download(page)).png.width).toBeGreaterThan(400)
  await expect(said).toHaveCount(1)
})

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

ownPage('keeps the work of an account that signs out, and shows it to no other account', async ({ page }) => {
  const owner = await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  const state = await work(page)
  await signOut(page)
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await expect(dialog.getByRole('switch', { name: 'Remove my projects from this device' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')

  await openEditor(page) // signs up another account
  await expect(projects(page)).toBeHidden()
  await signOut(page) // which has no project, so nothing is asked
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(owner)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await inEditor(page)
  await page.waitForFunction(() => window.midground)
  await expect(projects(page)).toContainText('Kept on this device for your account, also after you sign out.')
  await restored(page, state)
})

ownPage('removes the projects of an account that signs out, if asked to', async ({ page }) => {
  const owner = await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  await work(page)
  await page.getByRole('button', { name: 'Fit' }).click() // leaves a change that autosave would still write
  await signOut(page)
  await page.getByRole('switch', { name: 'Remove my projects from this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(owner)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await inEditor(page)
  await page.waitForFunction(() => window.midground)
  const names = await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('midground')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('projects').objectStore('projects').getAll()
          reading.onsuccess = () => resolve(reading.result)
        }
      }),
  )
  expect(names).toEqual([])
  await expect(projects(page)).toBeHidden()
})

ownPage('never lets one tab write over another', async ({ page, context }) => {
  await openEditor(page)
  const mine = await work(page)
  const other = await context.newPage()
  await other.goto('/custom-editor')
  await expect(other.getByRole('button', { name: 'Select an image' })).toBeVisible()
  const theirs = await work(other, 'rocket.jpg')
  await page.reload()
  await expect(projects(page)).toContainText('chelsea.png')
  await expect(projects(page)).not.toContainText('rocket.jpg') // the other tab works on it
  await restored(page, mine)
  await other.reload()
  await expect(projects(other)).not.toContainText('chelsea.png')
  await restored(other, theirs)
})

test('work stored on the device is left without a question and offered on return', async ({ page }) => {
  await openEditor(page)
  const state = await work(page)
  await page.getByRole('link', { name: 'Midground home' }).click()
  await expect(page).toHaveURL('/')
  await page.evaluate(() => history.back())
  await restored(page, state)
})

ownPage('says once that the disk is full, goes on, and stores again when there is room', async ({ page, server }) => {
  await openEditor(page)
  const cdp = await page.context().newCDPSession(page)
  const { origin } = server
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2000 })
  await uploadAndSeparate(page, sample('chelsea.png'))
  await expect(page.getByText('This device has no room left')).toHaveCount(1)
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('ROOM')
  await expect(page.getByText('Kept on this device', { exact: true })).toBeHidden()
  expect((await download(page)).png.width).toBe(451)
  await expect(page.getByText('This device has no room left')).toHaveCount(1)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  await page.getByRole('button', { name: 'Fit' }).click()
  await kept(page)
  const state = await hash(page)
  await page.reload()
  await restored(page, state)
})

ownPage('takes a project to another device as one file', async ({ page, browser, server }) => {
  await openEditor(page)
  const state = await work(page)
  const before = await download(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save project' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('chelsea.midground')
  const buffer = readFileSync(await saved.path())

  const elsewhere = await browser.newContext({ baseURL: server.origin })
  await introduce(elsewhere)
  const fresh = await elsewhere.newPage()
  await openEditor(fresh)
  await expect(projects(fresh)).toBeHidden()
  await openFile(fresh, buffer.subarray(0, buffer.length - 1))
  await expect(fresh.getByRole('alert')).toContainText('It is damaged or incomplete')
  expect(await fresh.evaluate(() => window.midground!.document().photo)).toBeNull()
  await openFile(fresh, buffer)
  await expect.poll(() => hash(fresh)).toBe(state)
  const after = await download(fresh)
  expect(Buffer.compare(after.bytes, before.bytes)).toBe(0)
  await fresh.reload()
  await restored(fresh, state)
  await elsewhere.close()
})

test('saves and opens by keyboard shortcuts', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await canvas(page).focus()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
  const choosing = page.waitForEvent('filechooser') // early: the browser must be told before the keys are pressed
  await expect(page.getByRole('button', { name: 'Open project' })).toBeEnabled()
  await page.keyboard.press('Control+o')
  await (await choosing).setFiles({ name: 'a.midground', mimeType: '', buffer: readFileSync(await saved.path()) })
  await expect(page.getByText('Project opened!')).toBeVisible()
})

ownPage.describe('separation', () => {
  ownPage.use(SEPARATING)

  ownPage('separates a restored photo that was stored before its subject was found', async ({ page }) => {
    await openEditor(page)
    await page.route('**/models/**', (route) => route.abort())
    await upload(page, sample('chelsea.png'))
    await expect(page.getByText('Failed to analyze image.')).toBeVisible()
    await kept(page)
    await page.unroute('**/models/**')
    await page.reload()
    await restore(page).click()
    await separated(page)
  })
})

const openFile = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file][accept=".midground"]').setInputFiles({ name: 'a.midground', mimeType: '', buffer })
