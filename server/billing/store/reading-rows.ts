/** Numbered readings of a customer's state. Only `settle` writes what an account has paid for. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { billing, profiles } from '#drizzle/schema.ts'
import { type Database, perOrm } from '../../db/database.ts'
import type { BillingState } from '../subscription.ts'

/** A numbered reading of a customer's state: drawn before the provider is asked, checked when the result is written. */
export interface Reading {
  readonly customerId: string
  readonly userId: string
  readonly generation: number
}

/** Numbers the readings of a customer's state, and writes the state of the newest one. */
export interface ReadingRows {
  /**
   * Draws a number for a reading; called before the provider is asked. Returns null if no account has this customer.
   */
  claim(customerId: string): Promise<Reading | null>
  /**
   * Writes the state. Returns false, and writes nothing, if a later reading was written before; it is at least as
   * recent.
   */
  settle(reading: Reading, state: BillingState, now: number): Promise<boolean>
}

/** Creates the access to these rows. All times are in Unix seconds. */
export function readingRows(db: Database): ReadingRows {
  const claim = perOrm((orm) =>
    orm
      .update(billing)
      .set({ syncGen: sql`${billing.syncGen} + 1` })
      .where(eq(billing.customerId, sql.placeholder('customerId')))
      .returning({ userId: billing.userId, generation: billing.syncGen })
      .prepare(),
  )

  return {
    async claim(customerId) {
      const row = await db.query((orm) => claim(orm).get({ customerId }))
      return row ? { customerId, ...row } : null
    },

    async settle({ customerId, userId, generation }, state, now) {
      return db.transaction(async (orm) => {
        const row = {
          status: state.status,
          priceId: state.priceId,
          cancelAt: state.cancelAt,
          syncedGen: generation,
          syncedAt: now,
          trialUsedAt: sql`coalesce(${billing.trialUsedAt}, ${state.trialUsedAt})`,
        }
        const newest = and(eq(billing.customerId, customerId), lt(billing.syncedGen, generation))
        const update = orm.update(billing).set(row).where(newest)
        const written = await update.returning({ userId: billing.userId }).get()
        if (!written) return false
        const { paid, expiresAt, subscriptionId } = state
        const set = { paid, expiresAt, subscriptionId }
        await orm.update(profiles).set(set).where(eq(profiles.id, userId)).run()
        return true
      })
    },
  }
}
