/** Tests sign-up, sign-in, sign-out and the account settings. */

import { readFileSync } from 'node:fs'
import { STORY } from '../../tests/helpers/quick.ts'
import {
  become,
  createAccount,
  expect,
  inEditor,
  newEmail,
  PASSWORD,
  ROLES,
  stored,
  test,
  writeProfile,
} from '../support/checkoutPage.ts'
import { downloadBy, runFromMenu } from '../support/gestures.ts'
import { isSignedIn, sample, signInElsewhere, upload } from '../support/test.ts'

const NEXT_PASSWORD = 'battery staple 43'

test('a visitor signs up, signs out and signs in again in one dialog', { tag: STORY }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('New passwords need')).toHaveCount(0) // this rule doesn't apply to someone who signs in
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Please choose a password of 8 to 256 characters.')).toBeVisible()
  const email = await createAccount(page)
  // after sign-up, the editor redirects an account without credits to the pricing page
  await expect(page).toHaveURL('/pricing')
  await runFromMenu(page, 'Account', 'Sign Out')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Incorrect email address or password.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pricing')
})

test('a photo chosen on the home page opens in the editor after sign-up', async ({ page, server }) => {
  await page.goto('/')
  for (const name of ['notes.txt', 'text named as a photo.jpg']) {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('link', { name: 'Upload a photo' }).press('Enter')
    await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from('This is text.') })
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)')
    await expect(alert).toContainText(name)
    await alert.getByRole('button').click()
  }
  await upload(page, sample('chelsea.png'))
  const offer = page.getByRole('dialog', { name: 'Create a free account: 2 photos, no card' })
  await expect(offer.getByRole('button', { name: /Create account|Sign in/ }).first()).toHaveText('Create account')
  await expect(offer.getByText('New passwords need at least 8 characters.')).toBeVisible()
  const email = await createAccount(page)
  await expect(page).toHaveURL('/pricing')
  writeProfile(server, email, ROLES.free)
  await page.goto('/custom-editor')
  await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.name)).toBe('chelsea.png')
  await page.reload()
  await inEditor(page) // the reload doesn't open the photo again
})

test('a user changes the password, exports the data and deletes the account in the settings', async ({
  page,
  server,
}) => {
  const email = await become(page, server, 'free')
  await page.goto('/')
  const settings = async () => {
    await runFromMenu(page, 'Account', 'Account settings')
  }
  await settings()
  await page.getByRole('textbox', { name: 'Current password' }).fill('wrong one 12')
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).last().click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).last().click()
  await expect(page.getByText('Password changed')).toBeVisible()

  await page.getByRole('button', { name: 'Your data' }).click()
  const file = await downloadBy(page, () => page.getByRole('button', { name: 'Export my data' }).click())
  expect(readFileSync(await file.path(), 'utf8')).toContain(email)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Delete account' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(stored(server, email)).toBeUndefined()
})

test('changing the email address signs the user out on every device', async ({ page, browser, server }) => {
  const email = await become(page, server, 'pro')
  const moved = newEmail()
  const elsewhere = await signInElsewhere(browser, server.origin, email)
  await page.goto('/')
  await runFromMenu(page, 'Account', 'Account settings')
  await page.getByRole('button', { name: 'Email address', exact: true }).click()
  const section = page.getByRole('region', { name: 'Email address' })
  const send = async (address: string, password: string) => {
    await section.getByRole('textbox', { name: 'New email address' }).fill(address)
    await section.getByRole('textbox', { name: 'Your password' }).fill(password)
    await section.getByRole('button', { name: 'Change email address' }).click()
  }
  await send('nobody', PASSWORD)
  await expect(section.getByText('Please enter a valid email address.')).toBeVisible()
  await send(moved, 'not the password')
  await expect(section.getByText('Incorrect password.')).toBeVisible()
  await send(moved, PASSWORD)
  await expect(page.getByText('Email address changed')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(moved)
  expect(stored(server, email)).toBeUndefined()
  expect(stored(server, moved)).toMatchObject({ paid: 1 })

  await page.getByRole('button', { name: 'Devices' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(await signInElsewhere(browser, server.origin, moved))).toBe(true)
})

test('sign-in and sign-out take effect in every open tab', async ({ page, context, server }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Login' }).click()
  await createAccount(other, newEmail())
  await expect(other).toHaveURL('/pricing')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await runFromMenu(page, 'Account', 'Sign Out')
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(server.origin).toContain('127.0.0.1')
})
