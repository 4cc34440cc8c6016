/** Billing's rows. Each function is one statement or one transaction; only `settle` ever writes what an account has paid for. */

import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { billing, meta, profiles, stripeEvents, users } from '#drizzle/schema.ts'
import { type Database, type Orm, perOrm, step } from '../db/database.ts'
import type { BillingState } from './subscription.ts'

/** Where the nightly pass is kept: the night, a space, the customer. */
const PASS = 'reconciled'

export type BillingRow = typeof billing.$inferSelect

/** One reading of the provider: taken before we ask, shown when we write. */
export interface Reading {
  readonly customerId: string
  readonly userId: string
  readonly generation: number
}

export interface CustomerAccount {
  readonly email: string
  readonly cancelAt: number | null
  readonly trialUntil: number | null // null unless it is a trial
}

export interface BillingStore {
  ofUser(userId: string): Promise<BillingRow | null>
  ofCustomer(customerId: string): Promise<CustomerAccount | null>
  /** Whether the account, or an earlier one of its address, has begun a trial before. */
  hadTrial(userId: string): Promise<boolean>
  /** Binds the first customer offered and answers the one that is bound, ours or another process's. */
  bind(userId: string, customerId: string): Promise<string>
  /** Puts another customer in the place of a lost one; keeps that the trial was used. Answers the bound one. */
  rebind(userId: string, lost: string, customerId: string): Promise<string>
  /** Before asking the provider. Null for a customer that is not ours. */
  claim(customerId: string): Promise<Reading | null>
  /** False if a later reading was written already: that one saw at least what this one saw. */
  settle(reading: Reading, state: BillingState, now: number): Promise<boolean>
  /** Whose access ended or ends before `horizon`, or hangs on an unpaid invoice. */
  due(horizon: number): Promise<string[]>
  /** All customers in pages, by id. */
  customersAfter(customerId: string, limit: number): Promise<string[]>
  /** The last customer of this night's pass that is done; '' before the first. */
  reached(night: number): Promise<string>
  reach(night: number, customerId: string): Promise<void>
  /** False if the event was done before. */
  receive(event: { id: string; type: string; created: number }, now: number): Promise<boolean>
  finish(eventId: string, now: number): Promise<void>
  fail(eventId: string, error: string): Promise<void>
}

/** Times are unix seconds. */
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
  function* customerOf(orm: Orm, userId: string) {
    return (yield* step(ofUser(orm).get({ userId })))?.customerId ?? ''
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
      return db.transaction(function* (orm) {
        const insert = orm.insert(billing).values({ userId, customerId })
        yield* step(insert.onConflictDoNothing({ target: billing.userId }).run())
        return yield* customerOf(orm, userId)
      })
    },

    async rebind(userId, lost, customerId) {
      return db.transaction(function* (orm) {
        const fresh = { customerId, status: null, priceId: null, cancelAt: null, syncedAt: null }
        const still = and(eq(billing.userId, userId), eq(billing.customerId, lost))
        yield* step(orm.update(billing).set(fresh).where(still).run())
        return yield* customerOf(orm, userId)
      })
    },

    async claim(customerId) {
      const row = await db.query((orm) => claim(orm).get({ customerId }))
      return row ? { customerId, ...row } : null
    },

    async settle({ customerId, userId, generation }, state, now) {
      return db.transaction(function* (orm) {
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
        const written = yield* step(update.returning({ userId: billing.userId }).get())
        if (!written) return false
        const { paid, expiresAt, subscriptionId } = state
        const set = { paid, expiresAt, subscriptionId }
        yield* step(orm.update(profiles).set(set).where(eq(profiles.id, userId)).run())
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
      return db.transaction(function* (orm) {
        const row = { id, type, created, receivedAt: now }
        yield* step(orm.insert(stripeEvents).values(row).onConflictDoNothing().run())
        const done = and(eq(stripeEvents.id, id), isNotNull(stripeEvents.doneAt))
        const found = yield* step(orm.select({ id: stripeEvents.id }).from(stripeEvents).where(done).get())
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
