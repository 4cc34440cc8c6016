import type Stripe from 'stripe'
import { expectTypeOf, it } from 'vitest'

type Checkout = Stripe.Checkout.SessionCreateParams

it("the SDK's types match Stripe's, so that the compiler checks every request", () => {
  expectTypeOf<{ mode: 'subscription'; subscription_data: { trial_period_days: number } }>().toExtend<Checkout>()
  expectTypeOf<NonNullable<Checkout['subscription_data']>>().not.toHaveProperty('trial_days')
  expectTypeOf<Stripe.SubscriptionItem>().toHaveProperty('current_period_end')
  expectTypeOf<Stripe.Subscription>().not.toHaveProperty('current_period_end') // the period is a field of the item
})
