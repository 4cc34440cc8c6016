import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '#client/kit/api/api.ts'
import { templatePath } from '#server/contract/pages/guard.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { createAccount } from '../state/account.ts'
import { AccountContext } from '../state/contexts.ts'
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
