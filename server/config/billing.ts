import { isLoopback } from '#server/contract/pages/addresses.ts'
import type { Reader } from './reader.ts'

/** 'off': every account has full access. 'sandbox': this server imitates Stripe and doesn't charge cards. */
export type BillingMode = 'stripe' | 'sandbox' | 'off'

const SECRET_KEY = /^[sr]k_(test|live)_\w+$/
const WEBHOOK_SECRET = /^whsec_\S+$/
/** Pattern of a price's id. In old Stripe accounts, the id begins with `plan_`. */
const PRICE_ID = /^(price|plan)_\w+$/

/**
 * Reads the billing settings and reports mistakes to `reader`. `loopback`: only this machine can reach the server. Any
 * other server requires Stripe's keys, because the sandbox sells Pro without payment.
 */
export function readBilling(reader: Reader, loopback: boolean) {
  const stripe = readStripe(reader)
  const billing = readMode(reader, stripe !== null, loopback)
  const prices = { monthly: reader.text('STRIPE_PRICE_MONTHLY'), yearly: reader.text('STRIPE_PRICE_YEARLY') }
  if (billing === 'stripe' && (prices.monthly === '' || prices.yearly === ''))
    reader.problem('STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY are needed with Stripe')
  if (prices.monthly !== '' && prices.monthly === prices.yearly)
    reader.problem('STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY are the same price')
  const otherPrices = reader
    .text('STRIPE_OTHER_PRICES')
    .split(/[\s,]+/)
    .filter((id) => id !== '')
  for (const [name, ids] of [
    ['STRIPE_PRICE_MONTHLY', [prices.monthly]],
    ['STRIPE_PRICE_YEARLY', [prices.yearly]],
    ['STRIPE_OTHER_PRICES', otherPrices],
  ] as const)
    if (!ids.every((id) => id === '' || PRICE_ID.test(id)))
      reader.problem(`${name} must be the id of a price, price_…, not of a product`)
  const sandboxPrices = { monthly: prices.monthly || 'price_monthly', yearly: prices.yearly || 'price_yearly' }
  return {
    billing,
    stripe: billing === 'stripe' ? stripe : null,
    prices: billing === 'stripe' ? prices : sandboxPrices,
    /** Former prices. Their subscribers still have Pro. */
    otherPrices,
    /** Days of access after a failed renewal. */
    graceDays: reader.integer('GRACE_DAYS', 0, 14),
  }
}

/**
 * Reads the keys of a Stripe account. Returns null if no key is set. `apiBase`: loopback address of a test server, or
 * null for Stripe's API.
 */
function readStripe(reader: Reader) {
  const secretKey = reader.text('STRIPE_SECRET_KEY')
  const webhookSecret = reader.text('STRIPE_WEBHOOK_SECRET')
  if (secretKey === '' && webhookSecret === '') return null
  if (secretKey === '') reader.problem('STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET')
  if (webhookSecret === '') reader.problem('STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY')
  if (secretKey !== '' && !SECRET_KEY.test(secretKey))
    reader.problem('STRIPE_SECRET_KEY must be a secret or restricted key: sk_… or rk_…')
  if (webhookSecret !== '' && !WEBHOOK_SECRET.test(webhookSecret))
    reader.problem('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint: whsec_…')
  const base = reader.text('STRIPE_API_BASE')
  const apiBase = base !== '' && URL.canParse(base) ? new URL(base) : null
  // a host other than loopback would receive the secret key
  if (base !== '' && !(apiBase && isLoopback(apiBase.hostname)))
    reader.problem('STRIPE_API_BASE may name loopback only')
  return { secretKey, webhookSecret, apiBase }
}

function readMode(reader: Reader, hasKeys: boolean, loopback: boolean): BillingMode {
  const text = reader.text('BILLING')
  if (text === 'off') return 'off'
  if (text === 'stripe' || (text === '' && hasKeys)) {
    if (!hasKeys) reader.problem('BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
    return 'stripe'
  }
  if (text !== '' && text !== 'sandbox') reader.problem('BILLING must be one of stripe, sandbox, off')
  if (!loopback)
    reader.problem(
      text === 'sandbox'
        ? 'BILLING=sandbox gives Pro away for nothing, so it runs on loopback only: HOST and PUBLIC_ORIGIN on 127.0.0.1, or Stripe keys, or BILLING=off'
        : 'a server on a public address needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or BILLING=off to unlock everything for every signed-in account',
    )
  return 'sandbox'
}
