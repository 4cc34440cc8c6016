import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noStore, startSandbox } from '#server/billing/sandbox/sandbox.ts'
import { createBillingStore } from '#server/billing/store.ts'
import { signPayload } from '#server/billing/stripe.ts'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { randomFrom, shuffled } from '../helpers/random.ts'
import { act, stored, truth } from './customers.ts'
import { history } from './histories.ts'
import { addUser, PRICES, START } from './shop.ts'
import type { Answer, Post, Start } from './worker.ts'

const CUSTOMERS = shortOrLong(24, 40)
const PROCESSES = 3
const KILLS = shortOrLong(4, 30)

/** Starts a server process. Deliveries that it can't answer any more resolve with 0. */
async function startWorker(start: Start) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'worker.ts'), { stdio: 'inherit' })
  const waiting = new Map<number, (status: number) => void>()
  let last = 0
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void gone.then(() => {
    for (const answer of waiting.values()) answer(0)
    waiting.clear()
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', ({ id, status }: Answer) => {
      if (id === 0) return resolve()
      waiting.get(id)?.(status)
      waiting.delete(id)
    })
  })
  child.send(start)
  await ready
  return {
    post: (message: Omit<Post, 'id'>): Promise<number> =>
      new Promise((resolve) => {
        if (!child.connected) return resolve(0)
        const id = ++last
        waiting.set(id, resolve)
        child.send({ ...message, id } satisfies Post)
      }),
    kill() {
      child.kill('SIGKILL')
      return gone
    },
  }
}

/** Creates customers, a sandbox and several server processes on one database. */
async function openTown() {
  const random = randomFrom(20_261_120)
  const clock = { seconds: START }
  const folder = makeFolder()
  const file = join(folder, 'midground.db')
  const db = freshDatabase(file)
  const weather = { isStormy: false, hold: null as null | (() => Promise<void>) }
  const sandbox = await startSandbox({
    prices: PRICES,
    brand: 'Midground',
    now: () => clock.seconds * 1000,
    store: noStore,
    deliver: null,
    fault: () => (weather.isStormy && random() < 0.05 ? 'refuse' : 'none'),
    delay: () => weather.hold?.() ?? Promise.resolve(),
  })
  const { apiBase, secretKey, webhookSecret } = sandbox
  const store = createBillingStore(db)
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, i) => {
      await addUser(db, `u${i}`)
      const customer = await sandbox.provider.createCustomer({ userId: `u${i}`, email: 'x@example.org' }, null)
      return { userId: `u${i}`, customer: await store.bind(`u${i}`, customer) }
    }),
  )
  const migrations = join(import.meta.dirname, '../../drizzle/migrations')
  const base = { file, migrations, apiBase: apiBase.href, secretKey, webhookSecret, prices: PRICES }
  const start = () => startWorker({ ...base, seconds: clock.seconds })
  const workers = await Promise.all(Array.from({ length: PROCESSES }, start))
  const mail = { seen: 0, taken: 0, waiting: [] as string[], underway: [] as Promise<void>[] }

  async function post(payload: string, again: boolean): Promise<void> {
    const worker = workers[Math.floor(random() * PROCESSES)]!
    const signature = signPayload(payload, webhookSecret, Math.floor(Date.now() / 1000))
    const status = await worker.post({ payload, signature, seconds: clock.seconds })
    if (status === 200) mail.taken++
    else if (again) mail.waiting.push(payload)
  }

  return {
    random,
    clock,
    weather,
    sandbox,
    customers,
    mail,
    /** Sends a share of the pending events, some of them twice. */
    send(share: number, doubled: number) {
      mail.waiting.push(...sandbox.world.events.slice(mail.seen).map(({ payload }) => payload))
      mail.seen = sandbox.world.events.length
      mail.waiting = shuffled(mail.waiting, random)
      for (const payload of mail.waiting.splice(0, Math.ceil(mail.waiting.length * share))) {
        mail.underway.push(post(payload, true))
        if (random() < doubled) mail.underway.push(post(payload, false))
      }
    },
    async arrive() {
      await Promise.all(mail.underway.splice(0))
    },
    async killOne() {
      const victim = Math.floor(random() * PROCESSES)
      await workers[victim]!.kill()
      workers[victim] = await start()
    },
    endings: () =>
      customers.map(({ userId, customer }) => ({ got: stored(db, userId), want: truth(sandbox, customer) })),
    async close() {
      await Promise.all(workers.map((worker) => worker.kill()))
      await sandbox.close()
      db.close()
    },
  }
}

let town: Awaited<ReturnType<typeof openTown>>
beforeEach(async () => {
  town = await openTown()
})
afterEach(() => town.close())

it(`${CUSTOMERS} simultaneous histories in ${PROCESSES} processes with kills end in the provider's state`, async () => {
  const { random, clock, weather, sandbox, customers, mail } = town
  weather.isStormy = true
  weather.hold = () => new Promise((resolve) => setTimeout(resolve, random() < 0.1 ? 30 * random() : 0))
  const steps = fc.sample(history, { numRuns: CUSTOMERS, seed: 7 }).flatMap(({ steps }) => steps)
  const killEvery = Math.floor(steps.length / KILLS)
  for (const [i, step] of shuffled(steps, random).entries()) {
    const { customer } = customers[Math.floor(random() * CUSTOMERS)]!
    act(sandbox, customer, { ...step, days: Math.min(step.days, 4) }, random, clock)
    town.send(step.sent / 100, step.doubled / 100)
    await new Promise((resolve) => setImmediate(resolve))
    if (i % killEvery === killEvery - 1) await town.killOne()
  }
  weather.isStormy = false
  do {
    town.send(1, 0)
    await town.arrive()
  } while (mail.waiting.length > 0)
  const endings = town.endings()
  expect(mail.taken).toBeGreaterThan(500)
  expect(endings.map(({ got }) => got)).toEqual(endings.map(({ want }) => want))
})
