/** Tests four processes on one database. Two are killed, and no row may be lost, duplicated or half written. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billing, leases, outbox, profiles, rateLimits, usage, users } from '#drizzle/schema.ts'
import type { Database } from '#server/db/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { bundleTest, startScript } from '../server/helpers/process.ts'
import { ENGINES, type Engine } from './engines.ts'
import { open } from './open.ts'

const PROCESSES = 4
const VICTIMS = 2
const KEYS = shortOrLong(160, 400)
const CREDITS = shortOrLong(120, 300)
const MAILS = shortOrLong(60, 120)
const TRIES = 60
/** Number of emails that a process sends at the same time. A kill may duplicate that many emails. */
const LANES = 4

interface Contender {
  readonly child: ChildProcess
  /** Returns the lines logged so far. */
  lines(): string[]
  readonly ready: Promise<unknown>
  readonly ended: Promise<unknown>
}

let script = ''
const folder = makeFolder()
beforeAll(async () => {
  script = await bundleTest('tests/conformance/contender.ts')
})

function contender(url: string, index: number, holder: string): Contender {
  const notes = join(folder, holder)
  writeFileSync(notes, '')
  const child = startScript(script, [url, String(KEYS), String(index * 83), holder, notes])
  const lines = () => readFileSync(notes, 'utf8').split('\n').slice(0, -1)
  return { child, lines, ready: once(child.stdout!, 'data'), ended: once(child, 'close') }
}

async function begin(contenders: readonly Contender[]): Promise<void> {
  await Promise.all(contenders.map(({ ready }) => ready))
  for (const { child } of contenders) child.stdin?.write('go\n')
}

async function fill(db: Database): Promise<void> {
  const anna = { id: 'anna', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }
  await db.query((orm) => orm.insert(users).values(anna).run())
  await db.query((orm) => orm.insert(profiles).values({ id: 'anna', downloadCredits: CREDITS }).run())
  await db.query((orm) => orm.insert(billing).values({ userId: 'anna', customerId: 'cus_1' }).run())
  const mails = Array.from({ length: MAILS }, (_, i) => ({
    id: `mail-${i}`,
    to: `person${i}@example.org`,
    template: 'account-exists',
    data: JSON.stringify({ link: 'https://photos.example.org/' }),
    nextAt: 0,
  }))
  await db.query((orm) => orm.insert(outbox).values(mails).run())
}

describe.each(ENGINES)('the database engine $name', ({ name, isThere, start }) => {
  describe.skipIf(!isThere)('four competing processes when some of them are killed', () => {
    let engine: Engine
    let db: Database
    let all: Contender[]
    let killedAt = 0
    beforeAll(async () => {
      engine = await start()
      db = await open(engine.url)
      await fill(db)
      const first = Array.from({ length: PROCESSES }, (_, i) => contender(engine.url, i, `${name}-first-${i}`))
      const victims = first.slice(0, VICTIMS)
      await begin(first)
      while (victims.some(({ lines }) => lines().length < 60)) await wait(1)
      for (const { child } of victims) child.kill('SIGKILL')
      killedAt = Number((await spent()).charged)
      await Promise.all(victims.map(({ ended }) => ended))
      const second = victims.map((_, i) => contender(engine.url, i, `${name}-second-${i}`))
      await begin(second)
      all = [...first, ...second]
      const over = Promise.all(all.map(({ ended }) => ended))
      await Promise.all([over, restartWhenSilent(over)])
    })
    afterAll(async () => {
      db.close()
      await engine.stop()
    })

    /** Restarts sqld if no process can reach it. In rare cases, sqld never releases the lock of a killed process. */
    async function restartWhenSilent(over: Promise<unknown>): Promise<void> {
      let isOver = false
      void over.then(() => {
        isOver = true
      })
      for (let heard = 0; !isOver; await wait(500)) {
        if (said('lost').length - heard < PROCESSES) continue
        console.info('the database server answers no more: restarted')
        await engine.restart()
        heard = said('lost').length
      }
    }

    const said = (what: string) =>
      all.flatMap(({ lines }) =>
        lines()
          .filter((line) => line.startsWith(`${what} `))
          .map((line) => line.slice(what.length + 1)),
      )
    /** Returns how often an operation got no response. The operation may have taken effect. */
    const lost = (what: string) => said('lost').filter((question) => question === what).length
    const spent = async () => {
      const profile = await db.query((orm) => orm.select().from(profiles).where(eq(profiles.id, 'anna')).get())
      const charged = { n: sum(usage.charged) }
      const used = await db.query((orm) => orm.select(charged).from(usage).get())
      return { left: profile?.downloadCredits ?? Number.NaN, charged: Number(used?.n ?? 0) }
    }

    it('every process that is not killed exits successfully', () => {
      expect(said('done')).toHaveLength(PROCESSES)
    })

    it('each credit is spent only once, even if several processes spend credits simultaneously', async () => {
      console.info(`credits: two of four processes killed after ${killedAt} charges, ${JSON.stringify(await spent())}`)
      expect(await spent()).toEqual({ left: 0, charged: CREDITS })
      const rows = await db.query((orm) => orm.select({ key: usage.key }).from(usage).all())
      const kept = new Set(rows.map(({ key }) => key))
      expect(kept.size).toBe(CREDITS)
      expect(said('granted').filter((key) => !kept.has(key))).toEqual([])
    })

    it('competing processes store the newest response of the billing provider', async () => {
      const row = (await db.query((orm) => orm.select().from(billing).get()))!
      expect(row.cancelAt).toBe(row.syncedGen)
      expect(row.syncedGen).toBe(Math.max(...said('synced').map(Number)))
      expect(new Set(said('synced')).size).toBe(said('synced').length) // no two reads have the same number
    })

    it('competing processes allow exactly as many attempts as the rate limit', async () => {
      const row = await db.query((orm) => orm.select().from(rateLimits).get())
      const heard = said('hit')
      expect(heard.length).toBeGreaterThanOrEqual(PROCESSES * TRIES)
      // a killed process may have counted an attempt without logging it
      const unheard = VICTIMS + lost('hit')
      expect(row?.hits).toBeGreaterThanOrEqual(heard.length)
      expect(row?.hits).toBeLessThanOrEqual(heard.length + unheard)
      expect(heard.filter((answer) => answer === 'allowed').length).toBeLessThanOrEqual(100)
      expect(heard.filter((answer) => answer === 'allowed').length).toBeGreaterThanOrEqual(100 - unheard)
    })

    it('only one of the competing processes runs the job at any time', async () => {
      const visits = all
        .flatMap(({ lines }, who) => {
          const notes = lines()
          const [enter, leave] = ['enter', 'leave'].map((end) =>
            notes.filter((line) => line.startsWith(end)).map((line) => Number(line.split(' ')[1])),
          )
          // a run during which its process was killed has the duration 0
          return (enter ?? []).map((from, i) => ({ who, from, to: leave?.[i] ?? from }))
        })
        .sort((a, b) => a.from - b.from)
      const overlaps = visits.filter((visit, i) => (visits[i - 1]?.to ?? 0) > visit.from)
      expect(overlaps).toEqual([])
      const rows = await db.query((orm) => orm.select().from(leases).all())
      expect(rows).toHaveLength(1)
    })

    it('only emails of killed processes are sent twice', async () => {
      const sent = said('mail')
      const left = await db.query((orm) => orm.select().from(outbox).all())
      const waiting = left.filter(({ sentAt }) => sentAt === null)
      // other processes send these emails later, when the claim of the killed process has expired
      const unheard = (VICTIMS + lost('mail')) * LANES
      expect(waiting.length).toBeLessThanOrEqual(unheard)
      expect(new Set(sent).size + waiting.filter(({ to }) => !sent.includes(to)).length).toBe(MAILS)
      expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(unheard)
    })
  })
})
