/** Tests a private server without billing, where every account may use all features. */
import { expect, inEditor, openMenu } from '../support/checkoutPage.ts'
import { holdBack } from '../support/holdResponses.ts'
import { signUp, test } from '../support/test.ts'

test('with BILLING=off, every account opens the editor and sees no plans', async ({ page }) => {
  await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  await openMenu(page)
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Pro Plan Active')
  for (const text of ['Upgrade to Pro', 'Manage Subscription', 'Paid until']) await expect(menu).not.toContainText(text)
  await page.goto('/pricing')
  await expect(page.getByText('Every account on this server has Pro for free.')).toBeVisible()
  await expect(page.getByRole('button', { name: /trial|Choose/ })).toHaveCount(0)
  await page.goto('/checkout?priceId=price_yearly')
  await expect(page.getByRole('heading', { name: 'No payment needed' })).toBeVisible()
})

test('with BILLING=off, the plan cards hide their prices without moving the features', async ({ page }) => {
  const asked = page.waitForRequest('**/api/config')
  const answer = await holdBack(page, '**/api/config')
  await page.goto('/pricing')
  await asked
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: 'Monthly Pro' }) })
  const features = card.getByRole('list')
  await expect(card).toContainText('$4.99')
  const before = await features.boundingBox()
  answer()
  await expect(card).toContainText('Included')
  await expect(card).not.toContainText('$')
  expect(await features.boundingBox()).toEqual(before)
  await card.getByRole('button', { name: 'Open the editor' }).click()
  await expect(page).not.toHaveURL(/pricing/)
})
