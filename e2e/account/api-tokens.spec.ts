/** API tokens in the account settings: shown once, listed, revoked; not there where the server does not render. */
import type { Locator } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { expect, openMenu, PASSWORD, signUp } from '../support/checkoutPage.ts'
import { follow, reader } from '../support/languages.ts'
import { startServer } from '../support/server.ts'
import { test as base } from '../support/test.ts'

const test = base.extend({
  host: [{ start: () => startServer({ RENDER: 'on', BILLING: 'off' }) }, { scope: 'worker' }],
})

test('creates a token that is shown once, and revokes it, on a phone and in Arabic too', async ({ page }, info) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signUp(page)
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await dialog.getByRole('button', { name: 'API tokens' }).click()
  const list = dialog.getByRole('list', { name: 'API tokens' })
  const create = dialog.getByRole('button', { name: 'Create token' })
  await expect(create).toBeVisible()
  await expect(list).toHaveCount(0)

  const section = dialog.locator('form').filter({ has: page.getByRole('button', { name: 'Create token' }) })
  await section
    .getByRole('textbox', { name: 'Name of the token' })
    .fill('A shop with a name of many words, to be cut off')
  await section.getByLabel('Your password', { exact: true }).fill('not the password')
  await create.click()
  await expect(section.getByText('The password is wrong.')).toBeVisible()
  await section.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await create.click()
  const secret = dialog.getByRole('textbox', { name: 'New token' })
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue(/^midground_[\w-]{43}$/)
  const token = await secret.inputValue()
  await page.screenshot({ path: info.outputPath('token.png') })
  await checkAxe(page, 'a new API token')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('never used')
  expect(await page.content()).not.toContain(token)
  await checkAxe(page, 'API tokens')
  const overflowOf = (shown: Locator) => () =>
    shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflowOf(dialog)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: info.outputPath('list.png') })

  const text = reader('ar')
  await follow(page, 'ar')
  await expect(page.getByRole('button', { name: text('Create token') })).toBeVisible()
  const arabic = page.getByRole('dialog', { name: text('Account settings') })
  await expect.poll(overflowOf(arabic)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: info.outputPath('arabic.png') })
  await follow(page, 'en')

  const asked = () => page.request.post('/api/render', { headers: { authorization: `Bearer ${token}` } })
  expect((await asked()).status()).toBe(415)
  await list.getByRole('button', { name: /^Revoke A shop/ }).click()
  await expect(list).toHaveCount(0)
  expect((await asked()).status()).toBe(401)
})

base('shows no API tokens where the server does not render', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect(dialog.getByRole('button', { name: 'Your data' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'API tokens' })).toHaveCount(0)
})
