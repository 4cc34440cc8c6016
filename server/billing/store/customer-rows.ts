/** Reads and writes which account has which customer at the billing provider. */
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { billing, profiles, users } from '#drizzle/schema.ts'
import { type Database, type Orm, perOrm } from '#server/db/database.ts'

/** A row of the table `billing`. */
export type BillingRow = typeof billing.$inferSelect

/** The account of a customer. Times are in Unix seconds. */
export interface CustomerAccount {
  readonly email: string
  readonly cancelAt: number | null
  readonly trialUntil: number | null // null unless the customer is in a trial
}

/** Reads and writes which customer of the provider belongs to which account. */
export interface CustomerRows {
  /** Returns the billing row of an account; null if it has no customer at the provider. */
  ofUser(userId: string): Promise<BillingRow | null>
  /** Returns the account of a customer; null if no account has this customer. */
  ofCustomer(customerId: string): Promise<CustomerAccount | null>
  /** Returns whether the account, or an earlier account with its address, has begun a trial. */
  hadTrial(userId: string): Promise<boolean>
  /** Binds the customer to the account unless one is bound already. Returns the id of the bound customer. */
  bind(userId: string, customerId: string): Promise<string>
  /**
   * Replaces the customer `lost`, which was deleted at the provider. A used trial stays used. Returns the id of the
   * bound customer; it differs from `customerId` if another process was faster.
   */
  rebind(userId: string, lost: string, customerId: string): Promise<string>
}

/** Creates the access to these rows. All times are in Unix seconds. */
export function customerRows(db: Database): CustomerRows {
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
  }
}
