/** Events of the billing provider: each is processed once. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { stripeEvents } from '#drizzle/schema.ts'
import type { Database } from '../../db/database.ts'

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
export function eventRows(db: Database): EventRows {
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
