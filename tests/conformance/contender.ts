/** One of several server processes on one database, doing everything that must stay exact. Notes what it did, line by line. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createBillingStore } from '#server/billing/store/store.ts'
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
const file = openSync(notes, 'a') // a kill loses nothing that was written, and no reader can hold it up
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
  resolveMail: async (mail) => mail as never, // all of them are letters already
  transport: {
    send: async (to) => {
      await wait(2)
      say('mail', to)
    },
    close: () => undefined,
  },
})

const TRIES = 12

/**
 * Whoever is told that the database cannot be reached tries again: of a killed process a libSQL server may keep a lock
 * for good, until somebody restarts it. What was asked may have been done all the same; `lost` says so.
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
  // 7919 is prime to any count we use, so each process walks all keys, from its own place
  for (let i = 0; i < count; i++) {
    const key = `export-${String((Number(start) + i * 7919) % count).padStart(6, '0')}`
    if (i < 100) await wait(5) // slow at first, so that kills strike in the middle
    const reserved = await untilAnswered('download', () => book.reserveDownload('anna', key))
    say(reserved.ok ? 'granted' : 'refused', key)
  }
}

async function sync(): Promise<void> {
  for (let i = 0; i < 40; i++) {
    const reading = await untilAnswered('claim', () => store.claim('cus_1'))
    if (!reading) throw new Error('no customer')
    await wait(Math.random() * 10)
    // what was read stands for the moment at which it was read
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

/**
 * Whoever holds the job says so at both ends: no two may be inside at once. A process that is held up for longer than its
 * lease lasts has lost it, and is outside from then on.
 */
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
await once(process.stdin, 'data') // all start together
await Promise.all([spend(), sync(), tryOften(), work(), untilAnswered('mail', () => outbox.flush())])
db.close()
say('done', holder)
process.stdin.destroy()
