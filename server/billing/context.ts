/** The dependencies of the billing functions. */
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import type { Deps, Mailbox } from '#server/deps/deps.ts'
import type { Billing, Provider } from './provider.ts'
import { type BillingStore, createBillingStore } from './store/store.ts'

/** The common dependencies and the billing provider, which only server/billing may call. */
export interface BillingDeps extends Deps {
  readonly billing: Billing
}

/** The provider, the stored rows and the settings that the billing functions share. */
export interface BillingContext {
  readonly provider: Provider
  readonly store: BillingStore
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly log: Logger
  readonly mail: Mailbox
  readonly settings: BillingContextSettings
}

/** The settings of the configuration that billing uses. */
export interface BillingContextSettings {
  readonly publicOrigin: string
  /** Days of access after a failed renewal. */
  readonly graceDays: number
  /** Price ids that are not sold any more but still give Pro. */
  readonly otherPrices: readonly string[]
  readonly requireVerifiedEmail: boolean
  readonly operatorEmail: string | null
}

interface BillingContextDeps {
  readonly billing: Billing
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
  readonly mail: Mailbox
  readonly config: BillingContextSettings
}

/** Collects the dependencies of the billing functions. Returns null with BILLING=off. */
export function createBillingContext({
  billing,
  db,
  now,
  log,
  mail,
  config,
}: BillingContextDeps): BillingContext | null {
  if (billing.kind === 'off') return null
  return { provider: billing, store: createBillingStore(db), now, log, mail, settings: config }
}
