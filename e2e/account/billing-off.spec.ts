/** A private server that sells nothing: every account has everything. */
import { expect, inEditor, openMenu } from '../support/checkoutPage.ts'
import { download, openSeparated, signUp, test } from '../support/test.ts'

test('has every account in the editor, and nothing to buy', async ({ page }) => {
  await signUp(page)
  await page.goto('/custom-editor')
  await inEditor(page)
  await openMenu(page)
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Pro Plan Active')
  for (const text of ['Upgrade to Pro', 'Manage Subscription', 'Paid until']) await expect(menu).not.toContainText(text)
  await page.goto('/pricing')
  await expect(page.getByText('On this server every account has it, for free.')).toBeVisible()
  await expect(page.getByRole('button', { name: /trial|Choose/ })).toHaveCount(0)
  await page.goto('/checkout?priceId=price_yearly')
  await expect(page.getByRole('heading', { name: 'Nothing to buy here' })).toBeVisible()
})

test('exports without the network: there is nothing to ask', async ({ page, context }) => {
  await openSeparated(page, 'rocket.jpg')
  await context.setOffline(true)
  const { png } = await download(page)
  expect(png.width).toBeGreaterThan(0)
})
