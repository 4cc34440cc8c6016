/** Tests that work is neither lost nor shown to others, with several accounts, several tabs, or a full disk. */
import type { Page } from '@playwright/test'
import { hash, openTab, runFromMenu, setField, writeText } from '../support/gestures.ts'
import {
  download,
  expect,
  inEditor,
  openEditor,
  sample,
  signInByForm,
  signUp,
  test,
  upload,
  uploadAndSeparate,
} from '../support/test.ts'
import { projects, restored, work } from './keptWork.ts'

test('opening another project asks for confirmation only if unsaved work would be lost', async ({ page }) => {
  await openEditor(page)
  await work(page)
  await page.reload()
  const restorePut = await page.evaluateHandle(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError') // simulates a full disk
    }
    return () => void Object.assign(IDBObjectStore.prototype, { put })
  })
  await uploadAndSeparate(page, sample('rocket.jpg'))
  const full = page.getByText('Not enough storage on this device')
  await expect(full).toHaveCount(1)
  await writeText(page)
  const mine = await hash(page)
  await runFromMenu(page, 'Menu', 'Recent projects')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^chelsea\.png / })
    .click()
  const ask = page.getByRole('alertdialog', { name: 'Open another project?' })
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(ask).toBeHidden()
  expect(await hash(page)).toBe(mine)

  await restorePut.evaluate((restore) => restore())
  await runFromMenu(page, 'Menu', 'Recent projects')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete chelsea.png' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(full).toHaveCount(0) // the deletion made room, so the work is saved without another edit
  await expect(page.locator('[data-kept]')).toHaveCount(1)
})

test("a private window says only once that it can't save projects", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openEditor(page)
  const said = page.getByText('This window can’t save projects')
  await upload(page, sample('chelsea.png'))
  await expect(said).toHaveCount(1)
  await upload(page, sample('rocket.jpg'))
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('rocket.jpg')
  await openTab(page, 'Tune')
  await setField(page, 'Exposure', '20')
  expect((await download(page)).png.width).toBeGreaterThan(400)
  await expect(said).toHaveCount(1)
})

const signOut = async (page: Page) => {
  await runFromMenu(page, 'Account', 'Sign Out')
}

/** Signs in on the home page and waits for the editor. */
async function signIn(page: Page, email: string) {
  await page.getByRole('button', { name: 'Login' }).click()
  await signInByForm(page, email)
  await inEditor(page)
  await page.waitForFunction(() => window.midground)
}

test("another account can't see the owner's projects, and the owner can delete them at sign-out", async ({ page }) => {
  const owner = await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  const state = await work(page)
  await page.getByRole('link', { name: 'Midground home' }).click()
  await page.getByRole('link', { name: 'Back to your project' }).click()
  await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.name)).toBe('chelsea.png')
  expect(await hash(page)).toBe(state)
  await signOut(page)
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await expect(dialog.getByRole('switch', { name: 'Remove my projects from this device' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Back to your project' })).toHaveCount(0)

  await openEditor(page) // signs up another account
  await expect(projects(page)).toBeHidden()
  await signOut(page) // the other account has no project, so sign-out doesn't ask a question
  await expect(page).toHaveURL('/')

  await signIn(page, owner)
  await expect(projects(page)).toContainText(
    'The latest 24 projects of your account (up to 1 GB) are saved on this device, even after you sign out.',
  )
  await restored(page, state)

  await openTab(page, 'Tune')
  await setField(page, 'Exposure', '20') // makes a change that isn't saved yet
  await signOut(page)
  await page.getByRole('switch', { name: 'Remove my projects from this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await signIn(page, owner)
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

test("two tabs never overwrite each other's project", async ({ page, context }) => {
  await openEditor(page)
  const mine = await work(page)
  const other = await context.newPage()
  await other.goto('/custom-editor')
  await expect(other.getByRole('button', { name: 'Select an image' })).toBeVisible()
  const theirs = await work(other, 'rocket.jpg')
  await page.reload()
  await expect(projects(page)).toContainText('chelsea.png')
  await expect(projects(page)).not.toContainText('rocket.jpg') // the list omits a project that another tab has open
  await restored(page, mine)
  await other.reload()
  await expect(projects(other)).not.toContainText('chelsea.png')
  await restored(other, theirs)
})
