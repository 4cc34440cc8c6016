import type { ReactNode } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Api } from '#client/kit/api/api.ts'
import { DialogHost } from '#client/kit/ui/overlays/DialogHost.tsx'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { Menu } from '#client/kit/ui/overlays/Menu.tsx'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { createAccount } from '../state/account.ts'
import { AccountContext, NoticesContext } from '../state/contexts.ts'
import { USER } from '../state/testing.ts'
import { ChangeEmail, DeleteAccount } from './AccountForms.tsx'
import { Sessions } from './Sessions.tsx'
import SettingsDialog from './SettingsDialog.tsx'
import { TrialImagesItem } from './TrialImages.tsx'
import { YourData } from './YourData.tsx'

function show(api: object, node: ReactNode): void {
  const account = createAccount(api as Api)
  account.state.user = USER
  const dialogs = createDialogs()
  render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs, toasts: createToasts() }}>
        {node}
        <DialogHost dialogs={dialogs} />
      </NoticesContext>
    </AccountContext>,
  )
}

const CONSENT = { trialImageConsent: async () => ok({ offered: true, consented: true, days: 30 }) }
const failed = async () => err({ code: 'unavailable', message: 'The server is busy.' })

it('a second click on Download of a stored export is ignored until the file is saved', async () => {
  const stored = { id: '1', name: 'lamp.png', bytes: 1000, delete_after: '2027-01-01T00:00:00Z' }
  const trialImage = vi.fn(() => new Promise(() => {}))
  show({ ...CONSENT, trialImages: async () => ok({ images: [stored] }), trialImage }, <YourData />)
  const download = page.getByRole('button', { name: 'Download lamp.png' })
  await download.click()
  await expect.element(download).toHaveAttribute('aria-busy', 'true')
  await download.click()
  expect(trialImage).toHaveBeenCalledExactlyOnceWith('1')
})

it.each([
  ['the devices', { sessions: failed }, <Sessions key="1" />],
  ['the stored exports', { ...CONSENT, trialImages: failed }, <YourData key="2" />],
  ['the consent', { trialImageConsent: failed }, <YourData key="3" />],
])('if %s can’t be loaded, the settings show the error', async (_what, api, node) => {
  show(api, node)
  await expect.element(page.getByRole('alert'), { timeout: 5000 }).toHaveTextContent('The server is busy.')
})

it('with two-step sign-in, a taken address is an error of the address, not of the code', async () => {
  const answers = ['code_needed', 'email_taken']
  show({ changeEmail: async () => err({ code: answers.shift(), message: 'refused' }) }, <ChangeEmail />)
  const address = page.getByRole('textbox', { name: 'New email address' })
  await address.fill('me@example.org')
  await page.getByRole('textbox', { name: 'Your password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Change email address' }).click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect.element(code).toHaveAccessibleDescription('refused')
  await code.fill('123456')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await expect.element(address, { timeout: 5000 }).toHaveAccessibleDescription('refused')
  await expect.element(code).not.toHaveAttribute('aria-invalid')
})

it('a closed section keeps the setup of two-step sign-in, and the dialog asks before it forgets the codes', async () => {
  const api = {
    secondFactor: async () => ok({ on: false, recovery_codes_left: 0 }),
    setUpSecondFactor: vi.fn(async () => ok({ secret: 'ABCD', uri: 'otpauth://totp/x' })),
    confirmSecondFactor: async () => ok({ recovery_codes: ['abcd-efgh'] }),
  }
  const onClose = vi.fn()
  show(api, <SettingsDialog onClose={onClose} />)
  const section = page.getByRole('button', { name: 'Two-step sign-in', exact: true })
  const reopen = async () => {
    await section.click()
    await expect.element(section).toHaveAttribute('aria-expanded', 'false')
    await section.click()
  }
  await section.click()
  await page.getByRole('textbox', { name: 'Your password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Setup key' })).toHaveValue('ABCD')
  await reopen()
  await page.getByRole('textbox', { name: 'Code' }).fill('123456')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect.element(codes).toHaveTextContent('abcd-efgh')
  await reopen()
  await expect.element(codes, { timeout: 5000 }).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click({ timeout: 5000 })
  await expect.element(codes).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText(/You have 1 recovery code left/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

it('after a setup whose response was lost, turning two-step sign-in off allows a new setup', async () => {
  let on = false
  const api = {
    secondFactor: async () => ok({ on, recovery_codes_left: 10 }),
    setUpSecondFactor: async () => ok({ secret: 'ABCD', uri: 'otpauth://totp/x' }),
    confirmSecondFactor: async () => {
      on = true
      return err({ code: 'offline', message: 'lost' })
    },
    removeSecondFactor: async () => ok(null),
  }
  show(api, <SettingsDialog onClose={() => {}} />)
  const section = page.getByRole('button', { name: 'Two-step sign-in', exact: true })
  await section.click()
  const password = page.getByRole('textbox', { name: 'Your password' })
  await password.fill('correct horse')
  const begin = page.getByRole('button', { name: 'Set up two-step sign-in' })
  await begin.click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('123456')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(code, { timeout: 5000 }).toHaveAccessibleDescription('lost')
  await section.click()
  await expect.element(code, { timeout: 5000 }).not.toBeInTheDocument()
  await section.click()
  await password.fill('correct horse')
  await code.fill('234567')
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await expect.element(begin, { timeout: 5000 }).toBeVisible()
})

it('after a lost response to a deletion, local projects remain, because the account may still exist', async () => {
  const remove = vi.spyOn(ownProjects, 'remove').mockResolvedValue()
  onTestFinished(() => remove.mockRestore())
  const offline = async () => err({ code: 'offline', message: 'lost' })
  show({ deleteAccount: offline, session: async () => ok({ user: null }) }, <DeleteAccount onDone={() => {}} />)
  await page.getByRole('textbox', { name: 'Your password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
  await expect.element(page.getByText('lost'), { timeout: 5000 }).toBeVisible()
  expect(remove).not.toHaveBeenCalled()
})

it('if the request for the consent fails, the menu says why it can’t be changed', async () => {
  show(
    { trialImageConsent: failed },
    <Menu trigger={<button type="button">Account</button>}>
      <TrialImagesItem />
    </Menu>,
  )
  await page.getByRole('button', { name: 'Account' }).click()
  const item = page.getByRole('menuitem', { name: 'Share my trial exports The server is busy.' })
  await expect.element(item, { timeout: 5000 }).toBeVisible()
})
