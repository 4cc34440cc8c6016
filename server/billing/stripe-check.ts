/** Compares our settings with those in Stripe's dashboard. */
import Stripe from 'stripe'
import { dollars, PRICES, type PriceKey } from '#server/contract/plans/plans.ts'

/**
 * Compares our prices and webhook with Stripe's. Resolves with a message per problem. @throws if Stripe can't be
 * reached or rejects the key
 */
export async function checkStripe(
  stripe: Stripe,
  prices: Readonly<Record<PriceKey, string>>,
  otherPrices: readonly string[],
  webhookUrl: string,
): Promise<string[]> {
  return [
    ...(await checkPrice(stripe, 'STRIPE_PRICE_MONTHLY', prices.monthly, 'monthly')),
    ...(await checkPrice(stripe, 'STRIPE_PRICE_YEARLY', prices.yearly, 'yearly')),
    ...(await Promise.all(otherPrices.map((id) => checkPrice(stripe, 'STRIPE_OTHER_PRICES', id, null)))).flat(),
    ...(await checkWebhook(stripe, webhookUrl)),
  ]
}

/**
 * Returns the problems of a Stripe price, or an empty list. `name`: the setting that contains `id`. `key`: the plan
 * with this price, or null for a former price, which only has to exist.
 */
async function checkPrice(stripe: Stripe, name: string, id: string, key: PriceKey | null): Promise<string[]> {
  const price = await nullIfHidden(() => stripe.prices.retrieve(id))
  if (price === null) return [`${name}: Stripe knows no price ${id} with this key`]
  if (key === null) return []
  const { cents, interval } = PRICES[key]
  const { recurring, active, unit_amount: amount, currency } = price
  const problems: string[] = []
  if (!active) problems.push(`${name}: ${id} is archived, so nobody can buy it`)
  if (recurring?.interval !== interval || recurring.interval_count !== 1)
    problems.push(`${name}: ${id} does not renew every ${interval}`)
  if (amount !== cents || currency !== 'usd')
    problems.push(`${name}: ${id} costs ${(amount ?? 0) / 100} ${currency}, but the page says ${dollars(cents)}`)
  return problems
}

/** Returns the webhook endpoint's problems, or an empty list if the API key isn't allowed to list endpoints. */
async function checkWebhook(stripe: Stripe, url: string): Promise<string[]> {
  const endpoints = await nullIfHidden(() => stripe.webhookEndpoints.list({ limit: 100 }))
  if (endpoints === null) return []
  const ours = endpoints.data.find((endpoint) => endpoint.url === url)
  if (!ours) return [`Stripe has no webhook endpoint ${url}: events will not come`]
  return ours.status === 'enabled' ? [] : [`The webhook endpoint ${url} is switched off at Stripe`]
}

/** Returns the response, or null if the object doesn't exist or the API key may not read it. */
async function nullIfHidden<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const isHidden =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError
    if (isHidden) return null
    throw error
  }
}
