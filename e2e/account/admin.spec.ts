/** Tests the operator's page. The operator's command makes an account an admin. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { become, expect, openMenu, operate, PASSWORD, stored, test } from '../support/checkoutPage.ts'
import { DEMANDING, follow } from '../support/languages.ts'
import type { RunningServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

/** Signs up and makes the account an admin. Returns the email address. */
async function becomeAdmin(page: Page, server: RunningServer): Promise<string> {
  const email = await become(page, server, 'free')
  operate(server, 'user', 'role', email, 'admin')
  return email
}

test("only an admin can open the operator's page", async ({ page, server }) => {
  const email = await become(page, server, 'free')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)

  operate(server, 'user', 'role', email, 'admin')
  await page.goto('/pricing')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Server' })).toContainText(/\d+\.\d+\.\d+/)

  operate(server, 'user', 'role', email, 'user')
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill('x')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('an admin changes the credits and the access of another account', async ({ page, server, context }) => {
  const other = await become(page, server, 'free')
  await context.clearCookies()
  const own = await becomeAdmin(page, server)
  await page.goto('/admin')
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill(other.toUpperCase())
  const row = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(other)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await dialog.getByRole('spinbutton', { name: 'Credits for downloads' }).fill('41')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password.')
  expect(stored(server, other).download_credits).toBe(2)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account changed')).toBeVisible()
  await expect(row).toContainText('41 credits')
  expect(stored(server, other).download_credits).toBe(41)
  const latest = page.getByRole('region', { name: 'Account changes' }).getByRole('listitem').first()
  await expect(latest).toContainText(other)
  await expect(latest).toContainText(`Credits set to 41 · ${own}`)
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill(own)
  await page.getByRole('button', { name: `Edit account ${own}` }).click()
  await expect(dialog.getByRole('radio')).toHaveText(['Credits', 'Pro']) // an admin can't disable their own account
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search by email address' }).fill(other)
  const change = async (action: string) => {
    await page.getByRole('button', { name: `Edit account ${other}` }).click()
    await page.getByRole('radio', { name: action }).click()
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit account' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await change('Disable')
  await expect(row).toContainText('Disabled')
  await change('Enable')
  await expect(row).not.toContainText('Disabled')
})

test("the operator's page has no serious accessibility violation or clipped text", async ({ page, server }) => {
  const email = await becomeAdmin(page, server)
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Backups' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill(email)
  await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(1)
  await checkAxe(page, 'administration')
  await page.getByRole('button', { name: `Edit account ${email}` }).click()
  await checkAxe(page, 'change account')
  await page.keyboard.press('Escape')
  for (const language of DEMANDING) {
    await follow(page, language)
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      const faults = await settled(page, async () => ((await over()) > 0 ? [`${await over()} px`] : []))
      expect(faults, `${language} at ${width}`).toEqual([])
    }
  }
})
