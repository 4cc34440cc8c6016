import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Api, BillingStanding } from '#client/kit/api/api.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { ok } from '#client/kit/values/result.ts'
import type { Plan } from '#server/contract/plans/entitlements.ts'
import { render } from '../../../tests/helpers/render.ts'
import { createAccount } from '../account/state/account.ts'
import { AccountContext, NoticesContext } from '../account/state/contexts.ts'
import { USER } from '../account/state/testing.ts'
import { CurrentPlan } from './CurrentPlan.tsx'

const standing: BillingStanding = {
  price_id: 'price_yearly',
  cancel_at: null,
  payment_failed: false,
  trial_available: false,
}

function renderPlan(change: Partial<BillingStanding>, plan: Plan = { tier: 'free', credits: 1, imagesLeft: 2 }) {
  const manageSubscription = vi.fn(async () => ok({ url: '' }))
  const account = createAccount({ manageSubscription } as unknown as Api)
  Object.assign(account.state, { user: USER, standing: 'signed-in' })
  vi.spyOn(account, 'plan').mockReturnValue(plan)
  render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
        <CurrentPlan standing={{ ...standing, ...change }} onChange={async () => {}} />
      </NoticesContext>
    </AccountContext>,
  )
  return manageSubscription
}

it('after a failed payment, the plan of a free account leads to the billing portal', async () => {
  const manageSubscription = renderPlan({ payment_failed: true })
  const text = page.getByText('Your last payment failed. Update your card to continue with Pro.', { exact: true })
  await expect.element(text).toBeVisible()
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  expect(manageSubscription).toHaveBeenCalledExactlyOnceWith('u')
})

it('the plan of a free account has no button without a failed payment', async () => {
  renderPlan({})
  await expect.element(page.getByText('Free Plan • 1 credit')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

it('after a failed payment, a canceled plan shows only its last day', async () => {
  const until = Date.parse('2027-01-05T12:00:00Z')
  renderPlan(
    { payment_failed: true, cancel_at: new Date(until).toISOString() },
    { tier: 'pro', until, isSubscribed: true },
  )
  await expect.element(page.getByText(/Ends on January 5, 2027\. You won’t be charged again\./)).toBeVisible()
  expect(page.getByText(/Your last payment failed\./).elements()).toEqual([])
})
