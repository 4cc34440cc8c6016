/** Selects customers for reconciliation, and stores the progress of the nightly pass. */
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { billing, meta, profiles } from '#drizzle/schema.ts'
import type { Database } from '#server/db/database.ts'

/** Row of `meta` with the progress of the nightly pass: the night, a space, and the last customer that was checked. */
const PASS = 'reconciled'

/**
 * Rows for reconciliation: the customers to read again, and the progress of the nightly pass. Times are in Unix
 * seconds.
 */
export interface ReconciliationRows {
  /** Returns the customers whose paid access has ended or ends by `horizon`, and those with an unpaid invoice. */
  due(horizon: number): Promise<string[]>
  /** Returns the next page of customers after `customerId`, ordered by id. */
  customersAfter(customerId: string, limit: number): Promise<string[]>
  /** Returns the last customer that the pass of this night has checked; '' if it has checked none. */
  reached(night: number): Promise<string>
  /** Stores the progress of the pass; '' marks the pass as complete. */
  reach(night: number, customerId: string): Promise<void>
}

/** Creates the access to these rows. All times are in Unix seconds. */
export function reconciliationRows(db: Database): ReconciliationRows {
  return {
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
  }
}
