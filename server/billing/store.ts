/**
 * The billing rows of the database. Each function is one statement or one transaction. Only `settle` writes what an
 * account has paid for.
 */

import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { billing, meta, profiles, stripeEvents, users } from '#drizzle/schema.ts'
import { type Database, type Orm, perOrm } from '../db/database.ts'
import type { BillingState } from './subscription.ts'

/** Row of `meta` with the progress of the nightly pass: the night, a space, and the last customer that was checked. */
const PASS = 'reconciled'

export type BillingRow = typeof billing.$inferSelect

/** A numbered reading of a customer's state: drawn before the provider is asked, checked when the result is written. */
export interface Reading {
  readonly customerId: string
  readonly userId: string
  readonly generation: number
}

export interface CustomerAccount {
  readonly email: string
  readonly cancelAt: number | null
  readonly trialUntil: number | null // null unless the customer is in a trial
}

export interface BillingStore {
  /** Returns the billing row of an account; null if it has no customer at the provider. */
  ofUser(userId: string): Promise<BillingRow | null>
  /** Returns the account of a customer; null if no account has this customer. */
  ofCustomer(customerId: string): Promise<CustomerAccount | null>
  /** Returns whether the account, or an earlier account with its address, has begun a trial. */
  hadTrial(userId: string): Promise<boolean>
  /** Binds the customer to the account unless one is bound already. Returns the id of the bound customer. */
  bind(userId: string, customerId: string): Promise<string>
  /**
   * Replaces the customer `lost`, which was deleted at the provider; a used trial stays used. Returns the id of the
   * bound customer, which differs from `customerId` if another process was faster.
   */
  rebind(userId: string, lost: string, customerId: string): Promise<string>
  /**
   * Draws a number for a reading; called before the provider is asked. Returns null if no account has this customer.
   */
  claim(customerId: string): Promise<Reading | null>
  /**
   * Writes the state. Returns false, and writes nothing, if a later reading was written before; it is at least as
   * recent.
   */
  settle(reading: Reading, state: BillingState, now: number): Promise<boolean>
  /** Returns the customers whose paid access has ended or ends by `horizon`, and those with an unpaid invoice. */
  due(horizon: number): Promise<string[]>
  /** Returns the next page of customers after `customerId`, ordered by id. */
  customersAfter(customerId: string, limit: number): Promise<string[]>
  /** Returns the last customer that the pass of this night has checked; '' if it has checked none. */
  reached(night: number): Promise<string>
  /** Stores the progress of the pass; '' marks the pass as complete. */
  reach(night: number, customerId: string): Promise<void>
  /** Stores an event. Returns false if it was processed before. */
  receive(event: { id: string; type: string; created: number }, now: number): Promise<boolean>
  /** Marks the event as processed. */
  finish(eventId: string, now: number): Promise<void>
  /** Stores the error of an event that is to be delivered again. */
  fail(eventId: string, error: string): Promise<void>
}

/** Creates the store. All times, `now` and `horizon` included, are in Unix seconds. */
export function createBillingStore(db: Database): BillingStore {
  const claim = perOrm((orm) =>
    orm
      .update(billing)
      .set({ syncGen: sql`${billing.syncGen} + 1` })
      .where(eq(billing.customerId, sql.placeholder('customerId')))
      .returning({ userId: billing.userId, generation: billing.syncGen })
      .prepare(),
  )
  const ofUser = perOrm((orm) =>
    orm
      .select()
      .from(billing)
      .where(eq(billing.userId, sql.placeholder('userId')))
      .prepare(),
  )
  async function customerOf(orm: Orm, userId: string) {
    return (await ofUser(orm).get({ userId }))?.customerId ?? ''
  }

  return {
    ofUser: async (userId) => (await db.query((orm) => ofUser(orm).get({ userId }))) ?? null,

    async ofCustomer(customerId) {
      const row = await db.query((orm) =>
        orm
          .select({ email: users.email, status: billing.status, cancelAt: billing.cancelAt, until: profiles.expiresAt })
          .from(billing)
          .innerJoin(users, eq(users.id, billing.userId))
          .innerJoin(profiles, eq(profiles.id, billing.userId))
          .where(eq(billing.customerId, customerId))
          .get(),
      )
      if (!row) return null
      return { email: row.email, cancelAt: row.cancelAt, trialUntil: row.status === 'trialing' ? row.until : null }
    },

    async hadTrial(userId) {
      const used = or(isNotNull(billing.trialUsedAt), isNotNull(profiles.trialUsedAt))
      const found = await db.query((orm) =>
        orm
          .select({ id: profiles.id })
          .from(profiles)
          .leftJoin(billing, eq(billing.userId, profiles.id))
          .where(and(eq(profiles.id, userId), used))
          .get(),
      )
      return found !== undefined
    },

    async bind(userId, customerId) {
      return db.transaction(async (orm) => {
        const insert = orm.insert(billing).values({ userId, customerId })
        await insert.onConflictDoNothing({ target: billing.userId }).run()
        return await customerOf(orm, userId)
      })
    },

    async rebind(userId, lost, customerId) {
      return db.transaction(async (orm) => {
        const fresh = { customerId, status: null, priceId: null, cancelAt: null, syncedAt: null }
        const still = and(eq(billing.userId, userId), eq(billing.customerId, lost))
        await orm.update(billing).set(fresh).where(still).run()
        return await customerOf(orm, userId)
      })
    },

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

    async due(horizon) {
      const ending = and(eq(profiles.paid, true), or(isNull(profiles.expiresAt), lte(profiles.expiresAt, horizon)))
      const rows = await db.query((orm) =>
        orm
          .select({ customerId: billing.customerId })
          .from(billing)
          .innerJoin(profiles, eq(profiles.id, billing.userId))
          .where(or(ending, eq(billing.status, 'past_due')))
          .all(),
      )
      return rows.map((row) => row.customerId)
    },

    async customersAfter(customerId, limit) {
      const rows = await db.query((orm) =>
        orm
          .select({ customerId: billing.customerId })
          .from(billing)
          .where(gt(billing.customerId, customerId))
          .orderBy(asc(billing.customerId))
          .limit(limit)
          .all(),
      )
      return rows.map((row) => row.customerId)
    },

    async reached(night) {
      const row = await db.query((orm) => orm.select().from(meta).where(eq(meta.key, PASS)).get())
      const [ofNight, customerId = ''] = row?.value.split(' ') ?? []
      return ofNight === String(night) ? customerId : ''
    },

    async reach(night, customerId) {
      const value = `${night} ${customerId}`
      const row = { key: PASS, value }
      await db.query((orm) =>
        orm.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: { value } }).run(),
      )
    },

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
