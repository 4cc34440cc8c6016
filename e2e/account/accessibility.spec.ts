/** Runs axe on the account dialogs and pages, in both themes. */
import { checkAxe } from '../support/axe.ts'
import { become, expect, inEditor, openMenu, test } from '../support/checkoutPage.ts'

test('the sign-in dialog has no serious accessibility violation', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await checkAxe(page, 'home')
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await checkAxe(page, 'sign in')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('short')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await checkAxe(page, 'sign in, refused')
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await checkAxe(page, 'forgot password')
})

test('the account settings have no serious accessibility violation', async ({ page, server }) => {
  await become(page, server, 'free')
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAxe(page, 'pricing')
  await openMenu(page)
  await checkAxe(page, 'account menu of a free account')
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect(dialog).toBeVisible()
  await checkAxe(page, 'account settings')
  for (const section of ['Two-step sign-in', 'Email address', 'Devices', 'Your data', 'Delete account'])
    await dialog.getByRole('button', { name: section, exact: true }).first().click()
  await checkAxe(page, 'account settings, all open')
  await page.keyboard.press('Escape')

  await page.goto('/custom-editor')
  await inEditor(page)
  await page.getByRole('button', { name: 'Pro', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Upgrade to Pro plan' })).toBeVisible()
  await checkAxe(page, 'upgrade')
})
