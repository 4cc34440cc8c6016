import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Api, ClientConfig, User } from '#client/kit/api/api.ts'
import { storeWaitingPhoto, takeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { rememberProject } from '#client/kit/device-storage/waitingInTab.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { PLANS } from '#server/contract/plans/plans.ts'
import { render } from '../../../../tests/helpers/render.ts'
import Checkout from '../../checkout/Checkout.tsx'
import { Order } from '../../checkout/Order.tsx'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { createAccount } from '../state/account.ts'
import { AccountContext, NoticesContext } from '../state/contexts.ts'
import { UpgradeDialog } from './UpgradeDialog.tsx'

it.each([
  ['photos', /^You’ve used all your free images\..*7-day free trial\.$/],
  ['credits', /^You’ve used all your download credits\..*7-day free trial\.$/],
  [undefined, /^No commitment, cancel anytime, 7-day free trial\.$/],
] as const)('the upgrade dialog states why it opened, for the reason %s', async (reason, description) => {
  const account = createAccount({} as Api)
  vi.spyOn(account, 'plan').mockReturnValue({ tier: 'free', credits: 0, imagesLeft: 0 })
  render(
    <AccountContext value={account}>
      <UpgradeDialog isOpen reason={reason} onClose={() => {}} />
    </AccountContext>,
  )
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro plan' })
  await expect.element(dialog).toHaveAccessibleDescription(description)
  expect(dialog.element().textContent).toMatch(/Yearly Pro.*\$49\.99 per year.*Monthly Pro.*\$4\.99 per month/)
  expect(dialog.element().textContent.includes('didn’t get your file?')).toBe(reason === 'credits')
})

it.each([
  [true, /Due today\$0\.00First charge\$49\.99 on \w+ \d+, \d{4}/, /Due today\$0\.00First charge\$4\.99 on \w+/],
  [false, /Due today\$49\.99Unlimited/, /Due today\$4\.99Unlimited/],
])(
  'if trial_available is %s, the upgrade dialog names the payments of the chosen plan',
  async (hasTrial, yearly, monthly) => {
    const account = createAccount({ billingStanding: async () => ok({ trial_available: hasTrial }) } as unknown as Api)
    account.state.user = { id: 'anna' } as User
    render(
      <AccountContext value={account}>
        <UpgradeDialog isOpen onClose={() => {}} />
      </AccountContext>,
    )
    const text = () => page.getByRole('dialog').element().textContent
    await expect.poll(text).toMatch(yearly)
    await page.getByRole('radio', { name: 'Monthly Pro' }).click()
    await expect.poll(text).toMatch(monthly)
  },
)

it.each([
  ['Not now', null],
  ['Upgrade to Pro', 'chosen.png'],
])('after a click on the button %s, the name of the waiting photo is %s', async (button, name) => {
  await storeWaitingPhoto(new File([], 'chosen.png'), null)
  const onClose = vi.fn()
  render(
    <AccountContext value={createAccount({} as Api)}>
      <UpgradeDialog isOpen reason="photos" onClose={onClose} />
    </AccountContext>,
  )
  await page.getByRole('button', { name: button, exact: true }).click()
  expect(onClose).toHaveBeenCalledOnce()
  expect((await takeWaitingPhoto())?.name ?? null).toBe(name)
})

it.each([
  [true, '/custom-editor?kept&from=plans'],
  [false, null],
])('if the account owns the project that the user left is %s, the checkout links back to %s', async (isOwn, href) => {
  const has = vi.spyOn(ownProjects, 'has').mockResolvedValue(isOwn)
  const account = createAccount({ billingStanding: async () => ok({ trial_available: true }) } as unknown as Api)
  account.state.user = { id: 'anna' } as User
  render(
    <AccountContext value={account}>
      <Checkout />
    </AccountContext>,
  )
  rememberProject('p') // the editor stores the project only after the checkout has opened
  const link = () => page.getByRole('link', { name: 'Back to your project' }).query()?.getAttribute('href') ?? null
  await expect.poll(() => has.mock.calls).toContainEqual(['anna', 'p'])
  await expect.poll(link).toBe(href)
})

const asked = (consented: boolean) => async () => ok({ offered: true, consented, days: 30 })
it.each([
  { when: 'the request has failed', ask: async () => err({ code: 'unavailable', message: '' }), isShown: true },
  { when: 'the response is missing', ask: () => new Promise(() => {}), isShown: true },
  { when: 'the user allows it', ask: asked(true), isShown: true },
  { when: 'the user has forbidden it', ask: asked(false), isShown: false },
])('the checkout shows the notice about stored exports if $when: $isShown', async ({ ask, isShown }) => {
  const account = createAccount({ trialImageConsent: ask } as unknown as Api)
  account.state.config = { trialImages: { on: true, days: 30 } } as ClientConfig
  const order = { kind: 'order' as const, offer: PLANS[2], hasTrial: true, lines: [], button: 'Start free trial' }
  render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
        <Order order={order} priceId="price_yearly" onUnverified={() => {}} />
      </NoticesContext>
    </AccountContext>,
  )
  await expect.element(page.getByRole('button', { name: order.button }), { timeout: 5000 }).toBeVisible()
  const isPresent = () => page.getByText(/we also store a copy .* for 30 days/).query() !== null
  await expect.poll(isPresent, { timeout: 5000 }).toBe(isShown)
})

it('if the session ends elsewhere, the checkout offers to sign in', async () => {
  const account = createAccount({ billingStanding: async () => ok({ trial_available: true }) } as unknown as Api)
  Object.assign(account.state, { standing: 'signed-out', config: {} })
  render(
    <AccountContext value={account}>
      <Checkout />
    </AccountContext>,
  )
  await page.getByRole('button', { name: 'Sign in' }).click({ timeout: 5000 })
  expect(account.state.dialog?.name).toBe('sign-in')
})

it('if the configuration of the server could not be loaded, the checkout offers to try again', async () => {
  const account = createAccount({ billingStanding: async () => ok({ trial_available: true }) } as unknown as Api)
  Object.assign(account.state, { standing: 'signed-in', user: { id: 'anna' } })
  render(
    <AccountContext value={account}>
      <Checkout />
    </AccountContext>,
  )
  await expect.element(page.getByRole('button', { name: 'Try again' }), { timeout: 5000 }).toBeVisible()
})
