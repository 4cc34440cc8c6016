import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '#client/kit/api/api.ts'
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

/** Renders an element for an account whose server has the functions of `api`. */
function mount(element: ReactNode, api: object = {}, state: object = {}) {
  const account = createAccount(api as Api)
  Object.assign(account.state, state)
  render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>{element}</NoticesContext>
    </AccountContext>,
  )
  return account
}

const FREE = { paid: false, expiresAt: null, subscriptionId: null, downloadCredits: 0, imagesGenerated: 99 }
const standing = (hasTrial: boolean) => ({ billingStanding: async () => ok({ trial_available: hasTrial }) })

it.each([
  ['photos', /^You’ve used all your free images\..*7-day free trial\.$/],
  ['credits', /^You’ve used all your download credits\..*7-day free trial\.$/],
  [undefined, /^No commitment, cancel anytime, 7-day free trial\.$/],
] as const)('the upgrade dialog states why it opened, for the reason %s', async (reason, description) => {
  mount(<UpgradeDialog isOpen reason={reason} onClose={() => {}} />, {}, { profile: FREE })
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
    mount(<UpgradeDialog isOpen onClose={() => {}} />, standing(hasTrial), { user: { id: 'anna' } })
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
  mount(<UpgradeDialog isOpen reason="photos" onClose={onClose} />)
  await page.getByRole('button', { name: button, exact: true }).click()
  expect(onClose).toHaveBeenCalledOnce()
  expect((await takeWaitingPhoto())?.name ?? null).toBe(name)
})

it.each([
  [true, '/custom-editor?kept&from=plans'],
  [false, null],
])('if the account owns the project that the user left is %s, the checkout links back to %s', async (isOwn, href) => {
  const has = vi.spyOn(ownProjects, 'has').mockResolvedValue(isOwn)
  mount(<Checkout />, standing(true), { user: { id: 'anna' } })
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
  const order = { kind: 'order' as const, offer: PLANS[2], hasTrial: true, lines: [], button: 'Start free trial' }
  const config = { trialImages: { on: true, days: 30 } }
  mount(<Order order={order} priceId="price_yearly" onUnverified={() => {}} />, { trialImageConsent: ask }, { config })
  await expect.element(page.getByRole('button', { name: order.button }), { timeout: 5000 }).toBeVisible()
  const isPresent = () => page.getByText(/we also store a copy .* for 30 days/).query() !== null
  await expect.poll(isPresent, { timeout: 5000 }).toBe(isShown)
})

it('if the session ends elsewhere, the checkout offers to sign in', async () => {
  const account = mount(<Checkout />, standing(true), { standing: 'signed-out', config: {} })
  await page.getByRole('button', { name: 'Sign in' }).click({ timeout: 5000 })
  expect(account.state.dialog?.name).toBe('sign-in')
})

it('if the configuration of the server could not be loaded, the checkout offers to try again', async () => {
  mount(<Checkout />, standing(true), { standing: 'signed-in', user: { id: 'anna' } })
  await expect.element(page.getByRole('button', { name: 'Try again' }), { timeout: 5000 }).toBeVisible()
})
