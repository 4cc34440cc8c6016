/** Tests a private server without billing, where every account may use all features. */
import { expect, inEditor, openMenu } from '../support/checkoutPage.ts'
import { holdBack } from '../support/holdResponses.ts'
import { newEmail, PASSWORD, sample, signUp, test, upload } from '../support/test.ts'

test("with BILLING=off, every account opens the editor and doesn't see plans", async ({ page }) => {
  await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  await expect(page.getByRole('button', { name: 'Account' }).getByRole('img', { name: 'Pro' })).toHaveCount(0)
  await openMenu(page)
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Pro Plan Active')
  for (const text of ['Upgrade to Pro', 'Manage Subscription', 'Paid until']) await expect(menu).not.toContainText(text)
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Everything is free' })).toBeVisible()
  await expect(page.getByRole('button', { name: /trial|Choose/ })).toHaveCount(0)
  await page.goto('/checkout?priceId=price_yearly')
  await expect(page.getByRole('heading', { name: 'Everything is free' })).toBeVisible()
})

test('with BILLING=off, the pricing page shows neither prices nor payment questions', async ({ page }) => {
  const asked = page.waitForRequest('**/api/config')
  const answer = await holdBack(page, '**/api/config')
  await page.goto('/pricing')
  await asked
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  const features = cards.getByRole('list')
  await expect(cards).toHaveCount(3)
  await expect(cards.nth(1)).toContainText('$49.99')
  const before = await features.nth(1).boundingBox()
  answer()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Free')
  await expect(cards).not.toContainText('$')
  expect(await features.boundingBox()).toEqual(before)
  await expect(page.locator('details')).toHaveCount(2)
  await expect(page.getByText('How do I cancel?')).toHaveCount(0)
  await cards.getByRole('button', { name: 'Open the editor' }).click()
  await expect(page).not.toHaveURL(/pricing/)
})

test('with BILLING=off, the Pro button opens the pricing page in a new tab', async ({ page }) => {
  await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pro', exact: true }).click()
  await expect(await opened).toHaveURL('/pricing')
  await expect(page).toHaveURL('/custom-editor')
})

test('a photo chosen on the home page opens after sign-up without a flash of the empty editor', async ({ page }) => {
  await page.goto('/')
  await upload(page, sample('chelsea.png'))
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.evaluate(() => {
    const look = () => {
      if (document.body.textContent.includes('Drop a photo here')) document.body.dataset.empty = ''
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.name)).toBe('chelsea.png')
  await expect(page.locator('body')).not.toHaveAttribute('data-empty')
})
