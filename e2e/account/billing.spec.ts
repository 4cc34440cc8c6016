/** Tests a purchase on the sandbox's checkout pages: plans, sign-up, trial and the end of the subscription. */

import { STORY } from '../../tests/helpers/quick.ts'
import {
  become,
  buy,
  createAccount,
  expect,
  inEditor,
  openMenu,
  signUp,
  skipDays,
  test,
} from '../support/checkoutPage.ts'
import { holdBack } from '../support/holdResponses.ts'

test('a visitor selects a plan, signs up, checks out and reaches the editor', { tag: STORY }, async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page.getByRole('alertdialog')).toHaveText(/Please sign in to continue/)
  await page.getByRole('button', { name: 'OK' }).click()
  await createAccount(page)
  await expect(page).toHaveURL('/checkout?priceId=price_yearly')
  await expect(page.getByText('$0.00')).toBeVisible()
  await expect(page.getByText(/\$49\.99 on \w+ \d+, \d{4}/)).toBeVisible()
  await expect(page.getByText(/store a copy of each image you download for 30 days/)).toBeVisible()
  await page.getByRole('button', { name: 'Start free trial' }).click()
  const release = await holdBack(page, '**/assets/start-*.js')
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByText('Loading...')).toBeVisible()
  release()
  await inEditor(page)
  await expect(page.getByRole('status').filter({ hasText: 'Pro Trial Active' })).toContainText(/Expires on/)
  await expect(page.getByRole('button', { name: 'Pro Trial: 7 days left' })).toBeVisible()
  await openMenu(page)
  await expect(page.getByRole('menu')).toContainText('Pro Trial Active')
})

test('a plan clicked before the profile has loaded leads to the checkout', async ({ page }) => {
  await signUp(page)
  const answer = await holdBack(page, '**/api/profile')
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose the yearly plan' }).click()
  answer()
  await expect(page).toHaveURL(/\/checkout\?priceId=/)
})

test("the plan cards do not move when the page receives the server's configuration", async ({ page }) => {
  await signUp(page)
  const answer = await holdBack(page, '**/api/config')
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose the yearly plan' }).hover()
  await page.mouse.down()
  answer()
  await expect(page.getByText('Test mode: you won’t be charged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(/\/checkout\?priceId=/)
})

const WIDTHS = [320, 390, 1280]

test('the plan cards do not move while a Pro account loads, on a phone and a desktop', async ({ page, server }) => {
  const wayOut = page.getByRole('region', { name: 'Your plan' }).getByRole('button')
  const names = page.getByRole('listitem').getByRole('heading')
  /** Returns the top edges of the plans at each screen width. */
  const tops = async () => {
    const found: number[][] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      found.push(await names.evaluateAll((all) => all.map((name) => Math.round(name.getBoundingClientRect().y))))
    }
    return found
  }
  await become(page, server, 'pro')
  await page.goto('/pricing')
  await expect(wayOut).toBeVisible()
  const answer = await holdBack(page, '**/api/auth/session')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.prerendered')).toHaveCount(0)
  await page.evaluate(async () => void (await document.fonts.ready))
  const before = await tops()
  expect(before.map(({ length }) => length)).toEqual([3, 3, 3])
  answer()
  await expect(wayOut).toBeVisible()
  expect(await tops()).toEqual(before)
})

test('a canceled trial ends at its end date', async ({ page }) => {
  await signUp(page)
  await page.goto('/pricing')
  await buy(page)
  await inEditor(page)
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL('/pricing')
  await page.getByRole('button', { name: 'Cancel trial' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel trial' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel trial' }).click()
  await expect(page.getByText(/Ends on \w+ \d+, \d{4}\. You won’t be charged again\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/You won’t be charged again/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel trial' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Resume plan' }).click()
  await skipDays(page, 8)
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByText('No credits • Please upgrade')).toBeVisible()
  await expect(page.getByText('Trial already used')).toBeVisible()
  await page.getByRole('button', { name: 'Choose the monthly plan' }).click()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
})

test('a trial becomes a subscription that the customer can manage', { tag: STORY }, async ({ page }) => {
  await signUp(page)
  await page.goto('/pricing')
  await buy(page)
  await inEditor(page)
  await page.goto('/checkout?priceId=price_yearly')
  await expect(page.getByRole('heading', { name: 'Your trial is active' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the billing portal' }).click()
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Switch to monthly' }).click()
  await page.getByRole('button', { name: 'Switch to Monthly Pro' }).click()
  await expect(page.getByText('Plan changed.')).toBeVisible()
  await skipDays(page, 8)
  await page.getByRole('link', { name: /Return to/ }).click()
  await inEditor(page)
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toHaveCount(0)
  await openMenu(page)
  await expect(page.getByRole('menu')).toContainText('Pro Plan Active')
  await page.getByRole('menuitem', { name: 'Manage Subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('link', { name: /Return to/ }).click()
  await inEditor(page)
  await page.goto('/pricing')
  await expect(page.getByText(/Ends on \w+ \d+, \d{4}/)).toBeVisible()
})

test('after an error about a missing connection, the checkout continues once the browser is online', async ({
  page,
}) => {
  await signUp(page)
  await page.route('**/api/billing/standing', (route) => route.abort())
  await page.goto('/checkout?priceId=price_yearly')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.unroute('**/api/billing/standing')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Yearly Pro' })).toBeVisible()
})
