/** Tests that accounts of one browser don't see each other's data (`client/kit/device-storage/deviceData.ts`). */
import type { Page } from '@playwright/test'
import { isListed } from '#client/kit/device-storage/deviceData.ts'
import { projects, work } from '../projects/keptWork.ts'
import { become, expect, inEditor, stored, test, writeProfile } from '../support/checkoutPage.ts'
import { sample, upload } from '../support/test.ts'

/** Returns the names of everything that the page has stored, by place. */
const storedNames = (page: Page) =>
  page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    indexedDB: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
  }))

async function openEditor(page: Page) {
  await page.goto('/custom-editor')
  await inEditor(page)
  await page.waitForFunction(() => window.midground)
}

/** Ends the session without a sign-out, as if it had expired or the account had been disabled. */
async function loseSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

test('each account sees only its own settings and projects, and the first account gets those without an owner', async ({
  page,
  server,
}) => {
  await page.goto('/')
  // simulates a value that an older version stored
  await page.evaluate(() => localStorage.setItem('midground.recent-colors', '["#123456"]'))
  const first = await become(page, server, 'pro')
  await openEditor(page)
  await work(page)
  const { id } = stored(server, first)
  const colors = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('recent-colors')))
  expect(await colors()).toEqual([`midground.recent-colors:${id}`])
  for (const [place, names] of Object.entries(await storedNames(page)))
    for (const name of names) expect(isListed(place as Parameters<typeof isListed>[0], name), name).toBe(true)

  await page.context().clearCookies()
  await become(page, server, 'pro')
  await openEditor(page)
  await expect(projects(page)).toBeHidden()
  expect(await colors()).toEqual([`midground.recent-colors:${id}`])
})

test('when another account signs in in another tab, an open editor hides its document', async ({ page, server }) => {
  await become(page, server, 'pro')
  await openEditor(page)
  await work(page)
  await loseSession(page)
  await become(page, server, 'pro')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await inEditor(page)
  await page.waitForFunction(() => window.midground?.document().photo === null)
  await expect(projects(page)).toBeHidden()
})

test('a sign-out in another tab closes an open editor', async ({ page, context, server }) => {
  await become(page, server, 'pro')
  await openEditor(page)
  await work(page)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Sign Out' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
})

test('a photo stored during an upgrade is not opened in or counted for another account', async ({ page, server }) => {
  const isWaiting = () => page.evaluate(() => caches.has('midground-waiting'))
  const email = await become(page, server, 'free')
  writeProfile(server, email, { images_generated: 2 })
  await openEditor(page)
  await upload(page, sample('chelsea.png'))
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL('/checkout?priceId=price_yearly')
  expect(await isWaiting()).toBe(true)
  await page.context().clearCookies()
  const next = await become(page, server, 'pro')
  await openEditor(page)
  await expect.poll(isWaiting).toBe(false)
  expect(await page.evaluate(() => window.midground!.document().photo)).toBeNull()
  expect(stored(server, next)).toMatchObject({ images_generated: 0 })
})
