/** The dependencies of the billing functions. */
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps/deps.ts'
import { type BillingStore, createBillingStore } from './store.ts'
import type { Billing, Provider } from './stripe.ts'

/** The common dependencies and the billing provider. Only server/billing calls the provider. */
export interface BillingDeps extends Deps {
  readonly billing: Billing
}

type Settings = Pick<Config, 'publicOrigin' | 'graceDays' | 'otherPrices' | 'requireVerifiedEmail' | 'operatorEmail'>

/** The provider, the database queries of billing, the settings, and common dependencies. */
export interface BillingContext extends Pick<Deps, 'now' | 'log' | 'mail'> {
  readonly provider: Provider
  readonly store: BillingStore
  readonly settings: Settings
}

type Needs = Pick<BillingDeps, 'billing' | 'db' | 'now' | 'log' | 'mail'> & { readonly config: Settings }

/** Collects the dependencies of the billing functions. Returns null if BILLING=off. */
export const createBillingContext = ({ billing, db, now, log, mail, config }: Needs): BillingContext | null =>
  billing.kind === 'off' ? null : { provider: billing, store: createBillingStore(db), now, log, mail, settings: config }
