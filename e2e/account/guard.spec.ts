/** Tests the access guard in a real browser. */

import type { Page } from '@playwright/test'
import { become, expect, inEditor, openMenu, PASSWORD, type Role, test } from '../support/checkoutPage.ts'
import { holdBack } from '../support/holdResponses.ts'

test.use({ sawLoading: false })

/** By role: requested page → page that opens. `server/contract/plans/entitlements.test.ts` tests every plan. */
const GUARD: [Role | 'visitor', Record<string, string>][] = [
  ['visitor', { '/': '/', '/pricing': '/pricing', '/checkout': '/', '/custom-editor': '/' }],
  ['free without credits', { '/': '/', '/checkout': '/checkout', '/custom-editor': '/pricing' }],
  ['trial', { '/': '/', '/custom-editor': '/custom-editor' }],
]

/** The heading that identifies each page. */
const HEADINGS: Record<string, string | RegExp> = {
  '/': /Put text behind anything/,
  '/pricing': 'Every feature in every plan',
  '/checkout': /Yearly Pro|Your trial is active|You already have Pro/,
}

/** The text of each role's account menu. `client/site/account/plan/planText.test.ts` tests all roles. */
const MENUS: Readonly<Partial<Record<Role, readonly string[]>>> = {
  'free without credits': ['No credits • Please upgrade', 'Upgrade to Pro', 'Sign Out'],
  trial: ['Pro Trial Active', /Expires on \w+ \d+, \d{4}/.source, 'Upgrade to Pro', 'Sign Out'],
}

/** Checks the role's text in the account menu. The page must be `/`. */
async function checkMenu(page: Page, role: Role, email: string) {
  await expect(page.getByRole('button', { name: 'Account' })).toContainText(email.slice(0, 2))
  await openMenu(page)
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(email)
  for (const text of MENUS[role] ?? []) await expect(menu).toContainText(new RegExp(text))
  await expect(menu).not.toContainText('Manage Subscription')
  await page.keyboard.press('Escape')
  // an account in its trial shows the floating button, and a badge on the avatar
  const count = role === 'trial' ? 1 : 0
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toHaveCount(count)
  await expect(page.getByRole('button', { name: 'Account' }).getByLabel('Pro')).toHaveCount(count)
}

test("each address opens or redirects according to the account's plan", async ({ page, server }) => {
  for (const [role, table] of GUARD) {
    await page.context().clearCookies()
    const email = role === 'visitor' ? null : await become(page, server, role)
    for (const [asked, reached] of Object.entries(table)) {
      await page.goto(asked === '/checkout' ? '/checkout?priceId=price_yearly' : asked)
      await expect.poll(() => new URL(page.url()).pathname, { message: `${role}: ${asked}` }).toBe(reached)
      if (asked !== '/' && reached === '/')
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      if (reached === '/custom-editor') await inEditor(page)
      else await expect(page.getByRole('heading', { level: 1, name: HEADINGS[reached] ?? '' })).toBeVisible()
      if (asked === '/' && role !== 'visitor' && email) await checkMenu(page, role, email)
    }
  }
})

test("a visitor who opens a tool's address signs in and reaches the tool", async ({ page, server }) => {
  const email = await become(page, server, 'trial')
  await page.context().clearCookies()
  await page.goto('/custom-editor?mode=text-only')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  expect(new URL(page.url()).pathname).toBe('/')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await inEditor(page)
  expect(new URL(page.url()).search).toBe('?mode=text-only')
  await expect(page.getByRole('tab')).toHaveText(['Text'])
  await expect(page.getByText('Please upload an image first to add text behind objects')).toBeVisible()
})

test('the access guard waits 2 s from the first contentful paint', async ({ page, server }) => {
  await become(page, server, 'trial')
  await page.addInitScript(() => {
    const { setTimeout } = window
    const waits: number[] = []
    Object.assign(window, {
      waits,
      setTimeout: (run: () => void, ms: number, ...rest: unknown[]) => {
        waits.push(ms)
        return setTimeout(run, ms, ...rest)
      },
    })
  })
  const release = await holdBack(page, '**/assets/start-*.js')
  await page.goto('/custom-editor', { waitUntil: 'commit' })
  await expect(page.getByText('Loading...')).toBeVisible()
  await page.waitForFunction(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return painted && performance.now() - painted.startTime > 2000
  })
  release()
  await inEditor(page)
  expect(await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).not.toContain(2000)
})
