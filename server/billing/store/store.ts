/** The billing rows of the database. Each function is one statement or one transaction. */

import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { billing, profiles, stripeEvents } from '#drizzle/schema.ts'
import { type Database, perOrm } from '#server/db/database.ts'
import type { BillingState } from '../subscription.ts'
import { type CustomerRows, customerRows } from './customer-rows.ts'
import { type ReconciliationRows, reconciliationRows } from './reconciliation-rows.ts'

/** All reads and writes of billing. Each method is one statement or one transaction. */
export interface BillingStore extends CustomerRows, ReadingRows, ReconciliationRows, EventRows {}

/** Creates the store. All times are in Unix seconds. */
export function createBillingStore(db: Database): BillingStore {
  return { ...customerRows(db), ...readingRows(db), ...reconciliationRows(db), ...eventRows(db) }
}

/** Stores the provider's events. Times in Unix seconds. */
export interface EventRows {
  /** Stores an event. Returns false if it was processed before. */
  receive(event: { id: string; type: string; created: number }, now: number): Promise<boolean>
  /** Marks the event as processed. */
  finish(eventId: string, now: number): Promise<void>
  /** Stores the error of an event that is to be delivered again. */
  fail(eventId: string, error: string): Promise<void>
}

/** Creates the access to these rows. All times are in Unix seconds. */
function eventRows(db: Database): EventRows {
  return {
    async receive({ id, type, created }, now) {
      return db.transaction(async (orm) => {
        const row = { id, type, created, receivedAt: now }
        await orm.insert(stripeEvents).values(row).onConflictDoNothing().run()
        const done = and(eq(stripeEvents.id, id), isNotNull(stripeEvents.doneAt))
        const found = await orm.select({ id: stripeEvents.id }).from(stripeEvents).where(done).get()
        return found === undefined
      })
    },

    async finish(eventId, now) {
      const set = { doneAt: now, error: null }
      await db.query((orm) => orm.update(stripeEvents).set(set).where(eq(stripeEvents.id, eventId)).run())
    },

    async fail(eventId, error) {
      await db.query((orm) => orm.update(stripeEvents).set({ error }).where(eq(stripeEvents.id, eventId)).run())
    },
  }
}

/**
 * A numbered read of a customer's state. The number is drawn before the request and checked before the result is
 * written.
 */
export interface Reading {
  readonly customerId: string
  readonly userId: string
  readonly generation: number
}

/** Numbers the reads of a customer's state, and writes the state of the newest one. */
export interface ReadingRows {
  /** Draws a number for a read, before the request to the provider. Returns null if no account has this customer. */
  claim(customerId: string): Promise<Reading | null>
  /**
   * Writes the state. Returns false without writing if a later read, which is at least as recent, was written before.
   */
  settle(reading: Reading, state: BillingState, now: number): Promise<boolean>
}

/** Creates the access to these rows. All times are in Unix seconds. */
function readingRows(db: Database): ReadingRows {
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
