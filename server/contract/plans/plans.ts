/** Plans and prices, which the client shows and the server sells. */

/** The plans with a price. The settings contain a Stripe price id for each. */
export type PriceKey = 'monthly' | 'yearly'

/** Prices in US cents. `wasCents`: the former price, shown struck through. */
export const PRICES = {
  monthly: { cents: 499, wasCents: 799, interval: 'month' },
  yearly: { cents: 4999, wasCents: 7999, interval: 'year' },
} as const satisfies Record<PriceKey, { cents: number; wasCents: number; interval: 'month' | 'year' }>

/** Formats an amount, for example '$4.99'. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** The plans in English, in the order of the pricing page. `badge`: a short label next to the name. */
export const PLANS = [
  { id: 'free-trial', name: 'Free', per: '', badge: null, highlighted: false, priceKey: 'yearly' },
  { id: 'monthly', name: 'Monthly Pro', per: 'per month', badge: null, highlighted: false, priceKey: 'monthly' },
  { id: 'yearly', name: 'Yearly Pro', per: 'per year', badge: 'Save 40%', highlighted: true, priceKey: 'yearly' },
] as const
export type PlanOffer = (typeof PLANS)[number]

/** The features of every plan. */
export const FEATURES: readonly string[] = [
  'Unlimited image processing',
  'Ultra fast processing',
  'Ultra HD (4K) output',
  'Background removal',
  'Basic editing tools',
  'Commercial use',
  '3D text effects',
  'Advanced smart features',
  'Priority processing',
]
