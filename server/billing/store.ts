/** The billing rows of the database. Each method runs one statement or transaction. Times are in Unix seconds. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notLike, or, sql } from 'drizzle-orm'
import { billing, meta, profiles, stripeEvents, users } from '#drizzle/schema.ts'
import { type Database, type Orm, perOrm } from '#server/db/database.ts'
import { SANDBOX_CUSTOMER } from './stripe.ts'
import { type BillingState, LIVE_STATUSES } from './subscription.ts'

export type BillingStore = ReturnType<typeof createBillingStore>

export const createBillingStore = (db: Database) => ({
  ...customerRows(db),
  ...readingRows(db),
  ...reconciliationRows(db),
  ...eventRows(db),
})

/** Reads and writes the rows that store which customer of the billing provider belongs to an account. */
function customerRows(db: Database) {
  const ofUser = perOrm((orm) =>
    orm
      .select()
      .from(billing)
      .where(eq(billing.userId, sql.placeholder('userId')))
      .prepare(),
  )
  const customerOf = async (orm: Orm, userId: string) => (await ofUser(orm).get({ userId }))?.customerId ?? ''

  return {
    /** Returns the billing row of an account, or null if it has no customer at the provider. */
    ofUser: async (userId: string) => (await db.query((orm) => ofUser(orm).get({ userId }))) ?? null,

    /**
     * Returns the stored customers of Stripe (not of the sandbox) with a live subscription that isn't canceled. The end
     * of a period doesn't cancel an unpaid invoice, so Stripe goes on trying to charge the card.
     */
    async charged(userId?: string): Promise<string[]> {
      const isCharged = and(
        inArray(billing.status, LIVE_STATUSES),
        or(isNull(billing.cancelAt), eq(billing.status, 'past_due')),
        notLike(billing.customerId, `${SANDBOX_CUSTOMER}%`),
        userId === undefined ? undefined : eq(billing.userId, userId),
      )
      const rows = await db.query((orm) => orm.select({ id: billing.customerId }).from(billing).where(isCharged).all())
      return rows.map(({ id }) => id)
    },

    /**
     * Returns a customer's account, or null if no account has the customer. `trialUntil` is null for an account without
     * a trial.
     */
    async ofCustomer(customerId: string) {
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

    /** Returns true if the account, or an earlier account with its address, has begun a trial. */
    async hadTrial(userId: string): Promise<boolean> {
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

    /** Sets the account's customer unless the account has one. Returns the id of the account's customer. */
    bind: (userId: string, customerId: string): Promise<string> =>
      db.transaction(async (orm) => {
        const insert = orm.insert(billing).values({ userId, customerId })
        await insert.onConflictDoNothing({ target: billing.userId }).run()
        return customerOf(orm, userId)
      }),

    /** Sets the account's customer. Returns false if the account doesn't exist or has another customer. */
    adopt: (userId: string, customerId: string): Promise<boolean> =>
      db.transaction(async (orm) => {
        const account = await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).get()
        if (!account) return false
        await orm.insert(billing).values({ userId, customerId }).onConflictDoNothing().run()
        return (await customerOf(orm, userId)) === customerId
      }),

    /** Replaces the deleted customer `lost`. Doesn't reset a used trial. Returns the id of the account's customer. */
    rebind: (userId: string, lost: string, customerId: string): Promise<string> =>
      db.transaction(async (orm) => {
        const fresh = { customerId, status: null, priceId: null, cancelAt: null, syncedAt: null }
        const still = and(eq(billing.userId, userId), eq(billing.customerId, lost))
        await orm.update(billing).set(fresh).where(still).run()
        return customerOf(orm, userId)
      }),
  }
}

function eventRows(db: Database) {
  return {
    /** Stores an event. Returns false if it was processed before. */
    receive: ({ id, type, created }: { id: string; type: string; created: number }, now: number): Promise<boolean> =>
      db.transaction(async (orm) => {
        const row = { id, type, created, receivedAt: now }
        await orm.insert(stripeEvents).values(row).onConflictDoNothing().run()
        const done = and(eq(stripeEvents.id, id), isNotNull(stripeEvents.doneAt))
        const found = await orm.select({ id: stripeEvents.id }).from(stripeEvents).where(done).get()
        return found === undefined
      }),

    /** Marks the event as processed. */
    async finish(eventId: string, now: number): Promise<void> {
      const set = { doneAt: now, error: null }
      await db.query((orm) => orm.update(stripeEvents).set(set).where(eq(stripeEvents.id, eventId)).run())
    },

    /** Stores the error of an event, which Stripe will deliver again. */
    async fail(eventId: string, error: string): Promise<void> {
      await db.query((orm) => orm.update(stripeEvents).set({ error }).where(eq(stripeEvents.id, eventId)).run())
    },
  }
}

/** A numbered request for a customer's state. The number is taken before the request and checked before the write. */
interface Reading {
  readonly customerId: string
  readonly userId: string
  readonly generation: number
}

/** Numbers the reads of a customer's state, because only the newest read may be stored. */
function readingRows(db: Database) {
  const claim = perOrm((orm) =>
    orm
      .update(billing)
      .set({ syncGen: sql`${billing.syncGen} + 1` })
      .where(eq(billing.customerId, sql.placeholder('customerId')))
      .returning({ userId: billing.userId, generation: billing.syncGen })
      .prepare(),
  )

  return {
    /**
     * Increases the customer's generation number and returns it for `settle`. Returns null if no account has the
     * customer.
     */
    async claim(customerId: string): Promise<Reading | null> {
      const row = await db.query((orm) => claim(orm).get({ customerId }))
      return row ? { customerId, ...row } : null
    },

    /** Writes the state. Returns false if the state of a later read was already written. */
    settle: ({ customerId, userId, generation }: Reading, state: BillingState, now: number): Promise<boolean> =>
      db.transaction(async (orm) => {
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
      }),
  }
}

/** Row of `meta` with the progress of the nightly run: the night, a space, and the last checked customer. */
const PASS = 'reconciled'

/** Selects customers to read again, and stores the progress of the nightly run. */
function reconciliationRows(db: Database) {
  const { customerId: id } = billing
  return {
    /** Returns customers with an unpaid invoice, and customers whose paid access ends by `horizon` or is over. */
    async due(horizon: number): Promise<string[]> {
      const ending = and(eq(profiles.paid, true), or(isNull(profiles.expiresAt), lte(profiles.expiresAt, horizon)))
      const isDue = or(ending, eq(billing.status, 'past_due'))
      const join = eq(profiles.id, billing.userId)
      const rows = await db.query((orm) =>
        orm.select({ id }).from(billing).innerJoin(profiles, join).where(isDue).all(),
      )
      return rows.map((row) => row.id)
    },

    /** Returns the next page of customers after `customerId`, ordered by id. */
    async customersAfter(customerId: string, limit: number): Promise<string[]> {
      const rows = await db.query((orm) =>
        orm.select({ id }).from(billing).where(gt(id, customerId)).orderBy(asc(id)).limit(limit).all(),
      )
      return rows.map((row) => row.id)
    },

    /** Returns the last customer that this night's run has checked, or '' if it has checked none. */
    async reached(night: number): Promise<string> {
      const row = await db.query((orm) => orm.select().from(meta).where(eq(meta.key, PASS)).get())
      const [ofNight, customerId = ''] = row?.value.split(' ') ?? []
      return ofNight === String(night) ? customerId : ''
    },

    /** Stores the progress of the run; '' means that the run is complete. */
    async reach(night: number, customerId: string): Promise<void> {
      const value = `${night} ${customerId}`
      const row = { key: PASS, value }
      await db.query((orm) =>
        orm.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: { value } }).run(),
      )
    },
  }
}
