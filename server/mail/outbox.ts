/** Mails wait in a table, so that neither a crash nor a mail server's nap loses one. */

import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { outbox } from '#drizzle/schema.ts'
import { newId } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import { toSeconds } from '../db/time.ts'
import type { LetterMail, Mail, Mailbox } from '../deps/mailbox.ts'
import { type Letter, writeLetter } from './templates.ts'
import { MailTlsError, type Transport } from './transport.ts'

/** Seconds before the second, third … try; after the last one we give up. */
const RETRY_SECONDS = [60, 5 * 60, 30 * 60, 6 * 3600]
/** A mail server that has not taken a mail after so long is hanging. */
const SEND_MS = 20_000
/** Another process leaves a mail alone for this long after one took it; longer than sending may take. */
const IN_FLIGHT_SECONDS = 30
/** No mail waits longer than this for its next try: a later one was written by a clock that went wrong. */
const LONGEST_WAIT_SECONDS = 7 * 3600
/** Mails under way at the same time, so that one that hangs does not hold up all. */
const LANES = 4
const KEEP_SECONDS = 30 * 86_400

type Waiting = typeof outbox.$inferSelect

const NEVER = new AbortController().signal

export interface OutboxOptions {
  readonly db: Database
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly log: Logger
  readonly brandName: string
  /** The letter that a queued mail becomes when it is sent; null if there is nothing to say any more. */
  readonly resolveMail: (mail: Mail) => Promise<LetterMail | null>
  /** Null without SMTP. */
  readonly transport: Transport | null
}

export interface Outbox extends Mailbox {
  /** Sends what is due until the signal comes; the number of mails that left. */
  flush(signal?: AbortSignal): Promise<number>
  /** Forgets mails of last month. */
  sweep(): Promise<void>
}

export function createOutbox({ db, now, random, log, brandName, resolveMail, transport }: OutboxOptions): Outbox {
  const time = () => toSeconds(now())
  const change = (id: string, set: Partial<typeof outbox.$inferInsert>) =>
    db.query((orm) => orm.update(outbox).set(set).where(eq(outbox.id, id)).run())

  async function deliver(to: Transport, mail: Waiting, signal: AbortSignal): Promise<boolean> {
    let letter: LetterMail | null
    try {
      // as it was queued, under its template's type
      letter = await resolveMail({ template: mail.template, to: mail.to, data: JSON.parse(mail.data) } as Mail)
      if (letter) await sendInTime(to, letter.to, writeLetter(letter, brandName), signal)
    } catch (error) {
      // stopped in the middle it counts as not tried; whoever looks next sends it
      if (signal.aborted) await change(mail.id, { nextAt: time(), tries: mail.tries - 1 })
      else await fail(mail, error)
      return false
    }
    // what was sent is not kept: it may have held a link
    await change(mail.id, { sentAt: time(), data: '{}', to: '' })
    return letter !== null
  }

  /** A mail server that does not answer is expected; the mail stays and is tried again. */
  async function fail({ id, template, tries }: Waiting, error: unknown): Promise<void> {
    const wait = RETRY_SECONDS[tries - 1]
    await change(id, wait === undefined ? { failedAt: time(), data: '{}' } : { nextAt: time() + wait })
    if (error instanceof MailTlsError) log.error({ mail: id, template, tries }, error.message)
    else log.warn({ err: error, mail: id, template, tries }, 'mail not sent')
  }

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

    async flush(signal = NEVER) {
      if (!transport) return 0
      let sent = 0
      const lane = async (): Promise<void> => {
        for (;;) {
          const mail = signal.aborted ? null : await take(db, time())
          if (!mail) return
          if (await deliver(transport, mail, signal)) sent += 1
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return sent
    },

    async sweep() {
      const old = time() - KEEP_SECONDS
      await deleteInSteps(db, outbox, lt(outbox.sentAt, old))
      await deleteInSteps(db, outbox, lt(outbox.failedAt, old))
    },
  }
}

/** Takes the mail that has waited longest and moves its next try, in one statement, so that no other process takes it too. */
async function take(db: Database, time: number): Promise<Waiting | null> {
  const isTime = or(lte(outbox.nextAt, time), gt(outbox.nextAt, time + LONGEST_WAIT_SECONDS))
  const due = and(isNull(outbox.sentAt), isNull(outbox.failedAt), isTime)
  const first = await db.query((orm) =>
    orm.select({ id: outbox.id }).from(outbox).where(due).orderBy(asc(outbox.nextAt)).limit(1).get(),
  )
  if (!first) return null // looking costs no lock; most of the time there is nothing to do
  const oldest = sql`${outbox.id} = (select id from ${outbox} where ${due} order by ${outbox.nextAt} limit 1)`
  const set = { tries: sql`${outbox.tries} + 1`, nextAt: time + IN_FLIGHT_SECONDS }
  const taken = await db.query((orm) => orm.update(outbox).set(set).where(oldest).returning().get())
  return taken ?? null
}

/** Gives up at the signal or after `SEND_MS`; the transport's own time limits start anew with each of its steps. */
function sendInTime(transport: Transport, to: string, letter: Letter, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)])
  const over = new Promise<never>((_, reject) => {
    patience.addEventListener('abort', () => reject(patience.reason), { once: true })
  })
  return Promise.race([transport.send(to, letter), over])
}
