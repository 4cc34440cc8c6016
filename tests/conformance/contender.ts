/** A server process that competes with other processes for one database. Logs each operation as a line. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createBillingStore } from '#server/billing/store.ts'
import { project } from '#server/billing/subscription.ts'
import { StorageError } from '#server/db/failure.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { claim, extend, LEASE_MS, release } from '#server/jobs/lease.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { createUsageBook } from '#server/profiles/usage.ts'
import { open } from './open.ts'

const RULE = { name: 'contended', max: 100, windowMs: 3_600_000 }

const [url = '', keys = '0', start = '0', holder = '', notes = ''] = process.argv.slice(2)
const db = await open(url)
const file = openSync(notes, 'a') // synchronous, so that a kill doesn't lose a line, and a slow reader can't block
const say = (what: string, which: string | number) => writeSync(file, `${what} ${which}\n`)
const book = createUsageBook(db, Date.now, 'stripe')
const store = createBillingStore(db)
const limiter = createLimiter(db, Date.now, { on: true, max: new Map() })
const log = pino({ level: 'silent' })
const outbox = createOutbox({
  db,
  now: Date.now,
  random: randomBytes,
  log,
  brandName: 'Midground',
  resolveMail: async (mail) => mail as never, // these emails already contain their content
  transport: {
    send: async (to) => {
      await wait(2)
      say('mail', to)
    },
    close: () => undefined,
  },
})

/** Maximum number of attempts. On a busy machine, a database server may not respond for minutes. */
const TRIES = 60

/**
 * Retries while the database is unreachable. Logs `lost` after each failed attempt, because the attempt may have taken
 * effect.
 */
async function untilAnswered<T>(what: string, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StorageError) || tries === TRIES) throw error
      say('lost', what)
      await wait(1000)
    }
}

async function spend(): Promise<void> {
  const count = Number(keys)
  // 7919 has no common factor with any count, so each process visits the keys in a different order
  for (let i = 0; i < count; i++) {
    const key = `export-${String((Number(start) + i * 7919) % count).padStart(6, '0')}`
    if (i < 100) await wait(5) // slows the first steps down, because a kill must interrupt the work
    const reserved = await untilAnswered('download', () => book.reserveDownload('anna', key))
    say(reserved.ok ? 'granted' : 'refused', key)
  }
}

async function sync(): Promise<void> {
  for (let i = 0; i < 40; i++) {
    const reading = await untilAnswered('claim', () => store.claim('cus_1'))
    if (!reading) throw new Error('no customer')
    await wait(Math.random() * 10)
    // stands for the provider's state at the time of the read
    const found = { ...project([]), cancelAt: reading.generation }
    await untilAnswered('settle', () => store.settle(reading, found, i))
    say('synced', reading.generation)
  }
}

async function tryOften(): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const refusal = await untilAnswered('hit', () => limiter.hit(RULE, 'who'))
    say('hit', refusal === null ? 'allowed' : 'refused')
  }
}

/** Logs the start and the end of each run, to detect overlaps. Doesn't count a run that lost its lease. */
async function work(): Promise<void> {
  const as = { db, now: Date.now, holder }
  for (let done = 0; done < 5; ) {
    const lease = await untilAnswered('lease', () => claim(as, 'job', Date.now()))
    if (lease && Date.now() < lease.began + LEASE_MS) {
      say('enter', Date.now())
      await wait(5)
      let until = lease.began + LEASE_MS
      const isStillOurs = await untilAnswered('lease', async () => {
        const asked = Date.now()
        const isHeld = await extend(as, lease)
        if (isHeld) until = asked + LEASE_MS
        return isHeld
      })
      say('leave', Math.min(Date.now(), until))
      await untilAnswered('lease', () => release(as, lease, 'stopped'))
      if (isStillOurs) done++
    }
    await wait(5 + Math.random() * 20)
  }
}

process.stdout.write('ready\n')
await once(process.stdin, 'data') // starts all processes at the same time
await Promise.all([spend(), sync(), tryOften(), work(), untilAnswered('mail', () => outbox.flush())])
db.close()
say('done', holder)
process.stdin.destroy()
