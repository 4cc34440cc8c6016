/** Tests that leaving the editor during pending work doesn't log or show a message. */
import type { Page } from '@playwright/test'
import { complaintsOf } from '../support/complaints.ts'
import { openTab, writeText } from '../support/gestures.ts'
import { expect, openEditor, sample, test, upload, uploadAndSeparate } from '../support/test.ts'

/** Opens the home page and discards unsaved work, without a reload, which would cancel the page's requests. */
async function leave(page: Page) {
  await page.getByRole('link', { name: 'Midground home' }).click()
  const discard = page.getByRole('button', { name: 'Discard and leave' })
  const isAtHome = () => new URL(page.url()).pathname === '/'
  await expect.poll(async () => isAtHome() || (await discard.isVisible())).toBe(true)
  if (!isAtHome()) await discard.click()
  await expect(page).toHaveURL('/')
}

const enter = async (page: Page) => {
  await page.evaluate(() => history.back())
  await expect(page.getByRole('button', { name: 'Select an image' })).toBeVisible()
}

/** Functions that start work and return before its end. */
const INTERRUPTED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a photo is decoded': (page) => upload(page, sample('astronaut.png')),
  'its subject is sought': async (page) => {
    await upload(page, sample('astronaut.png'))
    await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.name)).toBe('astronaut.png')
  },
  'a panel loads': async (page) => {
    await uploadAndSeparate(page, sample('astronaut.png'))
    await openTab(page, 'Cutout')
  },
  'a font loads': async (page) => {
    await uploadAndSeparate(page, sample('astronaut.png'))
    await writeText(page)
  },
  'a picture is exported': async (page) => {
    await uploadAndSeparate(page, sample('astronaut.png'))
    await page.getByRole('button', { name: 'Download', exact: true }).click()
  },
}

test('the editor’s toasts disappear when the user leaves the editor', async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  await writeText(page)
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  await page.getByRole('tabpanel').locator('li[data-id] button').first().click()
  const toast = page.getByRole('status').filter({ hasText: 'Layers replaced.' })
  await expect(toast).toBeVisible()
  await leave(page)
  await expect(toast).toHaveCount(0, { timeout: 2000 }) // the toast itself would close after 9 s
})

test("leaving the editor while it loads or exports a photo doesn't raise an error", async ({ page }) => {
  const complaints = await complaintsOf(page)
  await openEditor(page)
  for (const [what, begin] of Object.entries(INTERRUPTED)) {
    await begin(page)
    await leave(page)
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await enter(page)
    expect(complaints, what).toEqual([])
    await expect(page.getByText('Download failed')).toBeHidden()
  }
})
