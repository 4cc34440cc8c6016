import type Stripe from 'stripe'
import { expect, it } from 'vitest'

type Checkout = Stripe.Checkout.SessionCreateParams

it("the SDK's types refuse what Stripe would refuse, so that the compiler is a test of every request", () => {
  const right: Checkout = { mode: 'subscription', subscription_data: { trial_period_days: 7 } }
  // @ts-expect-error a misspelt nested parameter
  const wrong: Checkout = { mode: 'subscription', subscription_data: { trial_days: 7 } }
  // @ts-expect-error the period stands on the item
  const period = (subscription: Stripe.Subscription): number => subscription.current_period_end
  expect([right, wrong, period]).toBeDefined()
})
