/** Queues emails in a database table, because a crash or an unavailable mail server must not lose an email. */

import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { outbox } from '#drizzle/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import { type Database, toSeconds } from '#server/db/database.ts'
import type { Deps, Mail, TemplateMail } from '#server/deps/deps.ts'
import { type Email, renderEmail } from './templates.ts'
import { MailTlsError, SEND_MS, type Transport } from './transport.ts'

/** Delays in seconds before the second to fifth attempt. After the fifth attempt, the email is marked as failed. */
const RETRY_SECONDS = [60, 5 * 60, 30 * 60, 6 * 3600]
/** How long, in seconds, other processes ignore an email that is being sent. Longer than `SEND_MS`. */
const IN_FLIGHT_SECONDS = SEND_MS / 1000 + 60
/** Longest time in ms that a call of `flush` starts deliveries. */
const FLUSH_MS = 30 * 60_000
/** Longest duration of a call of `flush`, ms. */
export const LONGEST_FLUSH_MS = FLUSH_MS + SEND_MS + 60_000
/** While a lane waits for the mail server, idle lanes look for new emails at this interval in ms. */
const POLL_MS = 1000
/** Longest wait in seconds for the next attempt. A later time comes from a wrong clock, so the email is sent now. */
const LONGEST_WAIT_SECONDS = 7 * 3600
/** Number of emails sent at the same time. One slow delivery blocks only one lane. */
const LANES = 4

type Waiting = typeof outbox.$inferSelect

const NEVER = new AbortController().signal

export interface OutboxOptions extends Pick<Deps, 'db' | 'now' | 'random' | 'log'> {
  readonly brandName: string
  /** Returns a queued email with its template, or null if no email should be sent. Called when the email is sent. */
  readonly resolveMail: (mail: Mail) => Promise<TemplateMail | null>
  /** Null if no SMTP server is configured. Then emails are neither queued nor sent. */
  readonly transport: Transport | null
}

export type Outbox = ReturnType<typeof createOutbox>

/** Creates the outbox. Several processes may use the same table. Only one of them sends each email. */
export function createOutbox({ db, now, random, log, brandName, resolveMail, transport }: OutboxOptions) {
  const time = () => toSeconds(now())
  const change = (id: string, set: Partial<typeof outbox.$inferInsert>) =>
    db.query((orm) => orm.update(outbox).set(set).where(eq(outbox.id, id)).run())

  async function deliver(to: Transport, mail: Waiting, signal: AbortSignal): Promise<boolean> {
    let email: TemplateMail | null
    try {
      // only `queue` writes this row, so the data matches the template
      email = await resolveMail({ template: mail.template, to: mail.to, data: JSON.parse(mail.data) } as Mail)
      if (email) await sendInTime(to, email.to, renderEmail(email, brandName), signal)
    } catch (error) {
      // an aborted delivery doesn't count, and any process may send the email immediately
      if (signal.aborted) await change(mail.id, { nextAt: time(), tries: mail.tries - 1 })
      else await fail(mail, error)
      return false
    }
    // deletes the content and the address, because the email may contain a secret link
    await change(mail.id, { sentAt: time(), data: '{}', to: '' })
    return email !== null
  }

  /** Schedules the next attempt, or marks the email as failed. Logs a TLS failure as an error, otherwise a warning. */
  async function fail({ id, template, tries }: Waiting, error: unknown): Promise<void> {
    const delay = RETRY_SECONDS[tries - 1]
    await change(id, delay === undefined ? { failedAt: time(), data: '{}', to: '' } : { nextAt: time() + delay })
    if (error instanceof MailTlsError) log.error({ mail: id, template, tries }, error.message)
    else log.warn({ err: error, mail: id, template, tries }, 'mail not sent')
  }

  return {
    on: transport !== null,

    async queue({ template, to, data, dedupe }: Mail): Promise<void> {
      if (!transport) return
      const row = { id: newId(random), to, template, data: JSON.stringify(data), dedupe, nextAt: time() }
      await db.query((orm) => orm.insert(outbox).values(row).onConflictDoNothing({ target: outbox.dedupe }).run())
    },

    /** Sends all due emails, until none is left or the signal aborts. Returns the number of sent emails. */
    async flush(signal = NEVER): Promise<number> {
      if (!transport) return 0
      const begun = performance.now()
      const done = new AbortController()
      const over = AbortSignal.any([signal, done.signal])
      let [sent, active] = [0, 0]
      const lane = async (): Promise<void> => {
        while (!over.aborted && performance.now() - begun < FLUSH_MS) {
          active += 1
          const mail = await take(db, time())
          if (mail && (await deliver(transport, mail, signal))) sent += 1
          active -= 1
          if (mail) continue
          if (active === 0) done.abort()
          // another lane may wait for minutes, and new emails must not wait for it
          else await wait(POLL_MS, undefined, { signal: over, ref: false }).catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane)).finally(() => done.abort())
      return sent
    },
  }
}

/**
 * Claims the oldest due email, or returns null if none is due. Claims in one statement, because only one process may
 * send the email. `time`: Unix seconds.
 */
async function take(db: Database, time: number): Promise<Waiting | null> {
  const isTime = or(lte(outbox.nextAt, time), gt(outbox.nextAt, time + LONGEST_WAIT_SECONDS))
  const due = and(isNull(outbox.sentAt), isNull(outbox.failedAt), isTime)
  const first = await db.query((orm) =>
    orm.select({ id: outbox.id }).from(outbox).where(due).orderBy(asc(outbox.nextAt)).limit(1).get(),
  )
  if (!first) return null // reads first, because a read doesn't take a write lock and most checks end here
  const oldest = sql`${outbox.id} = (select id from ${outbox} where ${due} order by ${outbox.nextAt} limit 1)`
  const set = { tries: sql`${outbox.tries} + 1`, nextAt: time + IN_FLIGHT_SECONDS }
  const taken = await db.query((orm) => orm.update(outbox).set(set).where(oldest).returning().get())
  return taken ?? null
}

/**
 * Sends the email within `SEND_MS`, because the transport limits only single SMTP steps. @throws the transport's error,
 * or the reason of the timeout or of `signal`
 */
function sendInTime(transport: Transport, to: string, email: Email, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)])
  const over = new Promise<never>((_, reject) => {
    patience.addEventListener('abort', () => reject(patience.reason), { once: true })
  })
  return Promise.race([transport.send(to, email), over])
}
