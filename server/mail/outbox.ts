/** Mails wait in a table, so that neither a crash nor a mail server's nap loses one. */

import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { outbox } from '#drizzle/schema.ts'
import { type Database, step } from '../db/database.ts'
import { toSeconds } from '../db/time.ts'
import type { LetterMail, Mail, Mailbox } from '../deps.ts'
import { newId } from '../secrets.ts'
import { writeLetter } from './templates.ts'
import type { Transport } from './transport.ts'

/** Seconds before the second, third … try; after the last one we give up. */
const RETRY_SECONDS = [60, 5 * 60, 30 * 60, 6 * 3600]
/** A second process leaves a mail alone for this long after the first one took it. */
const IN_FLIGHT_SECONDS = 120
const BATCH = 20
const KEEP_SECONDS = 30 * 86_400

export interface OutboxOptions {
  readonly db: Database
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly log: Logger
  readonly brandName: string
  /** What a mail says, now that it leaves; null if nothing is to be said any more. */
  readonly settle: (mail: Mail) => Promise<LetterMail | null>
  /** Null without SMTP. */
  readonly transport: Transport | null
}

export interface Outbox extends Mailbox {
  /** Sends what is due; the number of mails that left. */
  flush(): Promise<number>
  /** Forgets mails of last month. */
  sweep(): Promise<void>
}

export function createOutbox({ db, now, random, log, brandName, settle, transport }: OutboxOptions): Outbox {
  const time = () => toSeconds(now())
  const change = (id: string, set: Partial<typeof outbox.$inferInsert>) =>
    db.query((orm) => orm.update(outbox).set(set).where(eq(outbox.id, id)).run())
  return {
    on: transport !== null,

    async queue({ template, to, data, dedupe }: Mail) {
      if (!transport) return
      const row = {
        id: newId(random),
        to,
        template,
        data: JSON.stringify(data),
        dedupe: dedupe ?? null,
        nextAt: time(),
      }
      await db.query((orm) => orm.insert(outbox).values(row).onConflictDoNothing({ target: outbox.dedupe }).run())
    },

    async flush() {
      if (!transport) return 0
      let sent = 0
      for (const mail of await take(db, time())) {
        try {
          // as it was queued, under its template's type
          const said = await settle({ template: mail.template, to: mail.to, data: JSON.parse(mail.data) } as Mail)
          if (said) await transport.send(said.to, writeLetter(said, brandName))
          // what was sent is not kept: it may have held a link
          await change(mail.id, { sentAt: time(), data: '{}', to: '' })
          if (said) sent += 1
        } catch (error) {
          // a mail server that does not answer is expected; the mail stays and is tried again
          const wait = RETRY_SECONDS[mail.tries - 1]
          const set = wait === undefined ? { failedAt: time(), data: '{}' } : { nextAt: time() + wait }
          await change(mail.id, set)
          log.warn({ err: error, mail: mail.id, template: mail.template, tries: mail.tries }, 'mail not sent')
        }
      }
      return sent
    },

    async sweep() {
      const old = time() - KEEP_SECONDS
      const done = or(lt(outbox.sentAt, old), lt(outbox.failedAt, old))
      await db.query((orm) => orm.delete(outbox).where(done).run())
    },
  }
}

/** Takes due mails and moves their next try, in one step, so that no other process takes them too. */
function take(db: Database, time: number) {
  return db.transaction(function* (orm) {
    const due = and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.nextAt, time))
    const rows = yield* step(orm.select().from(outbox).where(due).orderBy(asc(outbox.nextAt)).limit(BATCH).all())
    const set = { tries: sql`${outbox.tries} + 1`, nextAt: time + IN_FLIGHT_SECONDS }
    for (const { id } of rows) yield* step(orm.update(outbox).set(set).where(eq(outbox.id, id)).run())
    return rows.map((row) => ({ ...row, tries: row.tries + 1 }))
  })
}
