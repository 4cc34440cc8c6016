/** What billing works with, put together once. */
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps/deps.ts'
import type { Mailbox } from '../deps/mailbox.ts'
import type { Billing, Provider } from './provider.ts'
import { type BillingStore, createBillingStore } from './store.ts'

/** The rooms' common needs and the provider itself, which only billing may ask. */
export interface BillingDeps extends Deps {
  readonly billing: Billing
}

export interface Desk {
  readonly provider: Provider
  readonly store: BillingStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
  readonly mail: Mailbox
  readonly settings: DeskSettings
}

export interface DeskSettings {
  readonly publicOrigin: string
  readonly graceDays: number
  readonly otherPrices: readonly string[]
  readonly requireVerifiedEmail: boolean
  readonly operatorEmail: string | null
}

interface DeskDeps {
  readonly billing: Billing
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
  readonly mail: Mailbox
  readonly config: DeskSettings
}

/** Null with BILLING=off: there is nothing to buy and nothing to ask. */
export function createDesk({ billing, db, now, log, mail, config }: DeskDeps): Desk | null {
  if (billing.kind === 'off') return null
  return { provider: billing, store: createBillingStore(db), now, log, mail, settings: config }
}
