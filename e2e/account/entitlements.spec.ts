/** Tests entitlements in the editor: images, credits, trial exports, and an expired session. */

import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { become, buyHere, expect, inEditor, openMenu, stored, test, writeProfile } from '../support/checkoutPage.ts'
import { pngFile } from '../support/samples.ts'
import type { RunningServer } from '../support/server.ts'
import { download, signInByForm, upload } from '../support/test.ts'

const photo = (name = 'hill.png') => pngFile(name, 160, 120, (i) => [(4 * i) % 251, (28 * i) % 241, 90, 255])

const photoName = (page: Page) => page.evaluate(() => window.midground?.document().photo?.name ?? null)

async function openPhoto(page: Page, name?: string) {
  const file = photo(name)
  await upload(page, file)
  await expect.poll(() => photoName(page)).toBe(file.name)
  await expect.poll(() => page.evaluate(() => document.querySelector('[aria-busy=true]') === null)).toBe(true)
}

async function enter(page: Page) {
  await page.goto('/custom-editor')
  await inEditor(page)
}

function trialImages(server: RunningServer, userId: string): number {
  const db = new Database(join(server.dataDir, 'midground.db'), { readonly: true })
  const { n } = db.prepare('select count(*) n from trial_images where user_id = ?').get(userId) as { n: number }
  db.close()
  return n
}

test('copying or sharing an image costs one credit if the image is delivered', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const gone = () => Promise.reject(new DOMException('left', 'AbortError'))
    Object.defineProperty(navigator, 'canShare', { value: () => true })
    Object.defineProperty(navigator, 'share', { value: gone })
  })
  const email = await become(page, server, 'free')
  const credits = () => stored(server, email).download_credits
  await enter(page)
  await openPhoto(page)
  const leaveBy = async (name: string) => {
    await page.getByRole('button', { name: 'More download options' }).click()
    await page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name }).click()
  }
  await leaveBy('Copy')
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  await expect.poll(credits).toBe(1)
  // The user has closed the share sheet before the delivery. The server has charged the credit, so the next delivery
  // costs nothing.
  await leaveBy('Share')
  await expect.poll(credits).toBe(0)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Shared!')).toBeHidden()
  await download(page)
  expect(credits()).toBe(0)
  await leaveBy('Copy')
  await expect(page.getByRole('dialog', { name: 'Upgrade to Pro plan' })).toBeVisible()
})

test('a file paid with a credit is delivered despite a lost response and a reload', async ({ page, server }) => {
  const email = await become(page, server, 'free')
  await enter(page)
  await openPhoto(page)
  // The server charges the credit, but the network loses every response. The page sends three requests per click.
  let lost = 0
  await page.route('**/api/downloads', async (route) => {
    await route.fetch()
    lost++
    await route.abort()
  })
  for (const all of [3, 6]) {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await expect.poll(() => lost).toBe(all)
    await expect(page.getByText('Download failed. Please try again.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  }
  expect(stored(server, email).download_credits).toBe(1)
  await page.unroute('**/api/downloads')
  await page.reload()
  await inEditor(page)
  await openPhoto(page)
  await download(page)
  expect(stored(server, email).download_credits).toBe(1)
  await download(page)
  await expect.poll(() => stored(server, email).download_credits).toBe(0)
})

test('the Download button is vertically aligned with its neighbors', async ({ page, server }) => {
  await become(page, server, 'free')
  await enter(page)
  const middle = async (name: string) => {
    const { y, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!
    return y + height / 2
  }
  await expect(page.getByText('2 downloads left')).toBeVisible()
  await expect.poll(() => middle('Download')).toBe(await middle('Menu'))
  const boxOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!
  const { x } = (await page.getByRole('button', { name: 'Download', exact: true }).boundingBox())!
  const left = await boxOf('2 downloads left')
  expect(left.x + left.width).toBeLessThan(x)
  await page.setViewportSize({ width: 390, height: 844 })
  const [menu, below] = [await page.getByRole('button', { name: 'Menu' }).boundingBox(), await boxOf('2 left')]
  expect(below.x).toBeGreaterThanOrEqual(menu!.x + menu!.width)
  expect(below.y + below.height).toBeLessThanOrEqual(56)
})

test('after a payment, the user downloads the same project that lacked a credit', async ({ page, server }) => {
  const email = await become(page, server, 'free')
  writeProfile(server, email, { download_credits: 1 })
  await enter(page)
  await openPhoto(page, 'kept.png')
  const button = page.getByRole('button', { name: 'Download', exact: true })
  await expect(button).toHaveAccessibleDescription('1 download left')
  await download(page)
  await expect(button).toHaveAccessibleDescription('No downloads left')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro plan' })
  await dialog.getByRole('radio', { name: 'Monthly Pro' }).check()
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL('/checkout?priceId=price_monthly')
  await page.addInitScript(() => {
    const isStyled = () =>
      [...document.querySelectorAll('link')].every((link) => link.rel !== 'stylesheet' || link.sheet)
    const look = () => {
      if (!document.body?.innerText.includes('Drop a photo here') || !isStyled()) return
      sessionStorage.setItem('empty', location.href)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  // With slow styles, React renders the editor more than once before it mounts the editor.
  await page.route('**/assets/*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  const started = page.waitForEvent('download')
  await buyHere(page)
  expect((await started).suggestedFilename()).toMatch(/^kept_\d+\.png$/)
  expect(await photoName(page)).toBe('kept.png')
  expect(await page.evaluate(() => sessionStorage.getItem('empty')), 'the empty editor was visible').toBeNull()
})

test('after a payment begun with the Pro button, the editor opens the same project', async ({ page, server }) => {
  await become(page, server, 'free')
  await enter(page)
  await openPhoto(page, 'kept.png')
  await page.getByRole('banner').getByRole('button', { name: /Pro/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL(/\/checkout/)
  const downloads: Download[] = []
  page.on('download', (file) => downloads.push(file))
  await buyHere(page)
  await expect(page.getByText('Project restored.')).toBeVisible()
  expect(await photoName(page)).toBe('kept.png')
  expect(downloads, 'the user has asked for no download').toEqual([])
})

test("a trial account's downloads are stored on the server until its owner opts out", async ({ page, server }) => {
  const email = await become(page, server, 'trial')
  const { id } = stored(server, email)
  await enter(page)
  await openPhoto(page)
  await download(page)
  await expect.poll(() => trialImages(server, id)).toBe(1)
  await openMenu(page)
  await page.getByRole('menuitemcheckbox', { name: /Share my trial exports/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => trialImages(server, id)).toBe(0)
  const answered = page.waitForResponse('**/api/save-trial-image')
  await download(page)
  expect((await answered).status()).toBe(204)
  expect(trialImages(server, id)).toBe(0)
})

test('the photo stays open when the session expires', async ({ page, server }) => {
  const email = await become(page, server, 'pro')
  await enter(page)
  await openPhoto(page, 'kept.png')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible()
  await signInByForm(page, email)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await photoName(page)).toBe('kept.png')
  const { name } = await download(page)
  expect(name).toMatch(/^kept_\d+\.png$/)
})
