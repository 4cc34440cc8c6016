import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Api } from '#client/kit/api/api.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { templatePath } from '#server/contract/pages/guard.ts'
import { render } from '../../../../tests/helpers/render.ts'
import AppDialogs from '../menu/AppDialogs.tsx'
import { createAccount } from '../state/account.ts'
import { AccountContext, NoticesContext } from '../state/contexts.ts'
import { USER } from '../state/testing.ts'
import { SignInDialog } from './SignInDialog.tsx'

it('submitting an empty sign-up shows an error at each field until the user types', async () => {
  render(
    <AccountContext value={createAccount({} as Api)}>
      <SignInDialog returnUrl="/" hasPhoto={false} onClose={() => {}} />
    </AccountContext>,
  )
  await page.getByRole('button', { name: 'Create account' }).click()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect.element(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await email.fill('me@example.org')
  await expect.element(page.getByText('Please enter a valid email address.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Please choose a password of 8 to 256 characters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it.each([
  ['/', 'Welcome'],
  [templatePath('poster'), 'Create a free account: 2 photos, no card'],
])('the sign-in dialog that leads to %s has the title %s', async (returnUrl, title) => {
  render(
    <AccountContext value={createAccount({} as Api)}>
      <SignInDialog returnUrl={returnUrl} hasPhoto={false} onClose={() => {}} />
    </AccountContext>,
  )
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
})

it('after the link in the email has signed the user in in another tab, the first tab continues', async () => {
  const offline = async () => err({ code: 'offline', message: '' })
  let user: typeof USER | null = null
  const api = {
    config: offline,
    access: offline,
    session: async () => ok({ user }),
    signUp: async () => ok({ status: 'check-your-mail' }),
  } as unknown as Api
  const [first, second] = [createAccount(api), createAccount(api)]
  onTestFinished(first.watch())
  const { hook, history } = memoryLocation({ record: true })
  render(
    <Router hook={hook}>
      <AccountContext value={first}>
        <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
          <AppDialogs />
        </NoticesContext>
      </AccountContext>
    </Router>,
  )
  const target = '/checkout?priceId=price_yearly'
  first.remember(target)
  first.openSignIn()
  await page.getByRole('textbox', { name: 'Email' }).fill('me@example.org')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
  user = USER
  await second.signedIn()
  await expect.element(page.getByRole('dialog'), { timeout: 5000 }).not.toBeInTheDocument()
  expect(history?.at(-1)).toBe(target)
  expect(first.state.wanted).toBeNull()
})
