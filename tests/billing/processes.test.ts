import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forgetfulBooks, startSandbox } from '#server/billing/sandbox/sandbox.ts'
import { createBillingStore } from '#server/billing/store.ts'
import { signPayload } from '#server/billing/stripe.ts'
import { act, history, randomFrom, shuffled, stored, truth } from './histories.ts'
import { addUser, freshDatabase, makeFolder, PRICES, START } from './shop.ts'
import type { Answer, Post, Start } from './worker.ts'

const CUSTOMERS = 40
const PROCESSES = 3
const KILLS = 6

/** A process of its own; deliveries that it cannot answer any more come back as 0. */
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

it(`${CUSTOMERS} histories at once in ${PROCESSES} processes, killed now and then, end in the truth`, {
  timeout: 120_000,
}, async () => {
  const random = randomFrom(20_261_120)
  const clock = { seconds: START }
  const folder = makeFolder()
  const file = join(folder.path, 'midground.db')
  const db = freshDatabase(file)
  let isStormy = false
  const sandbox = await startSandbox({
    prices: PRICES,
    brand: 'Midground',
    now: () => clock.seconds * 1000,
    books: forgetfulBooks,
    deliver: null,
    fault: () => (isStormy && random() < 0.05 ? 'refuse' : 'none'),
    delay: () => new Promise((resolve) => setTimeout(resolve, random() < 0.1 ? 30 * random() : 0)),
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
  isStormy = true
  const migrations = join(import.meta.dirname, '../../drizzle/migrations')
  const start = () =>
    startWorker({
      file,
      migrations,
      apiBase: apiBase.href,
      secretKey,
      webhookSecret,
      prices: PRICES,
      seconds: clock.seconds,
    })
  const workers = await Promise.all(Array.from({ length: PROCESSES }, start))

  let seen = 0
  let delivered = 0
  let waiting: string[] = []
  let underway: Promise<void>[] = []
  const send = (share: number) => {
    waiting.push(...sandbox.world.events.slice(seen).map(({ payload }) => payload))
    seen = sandbox.world.events.length
    waiting = shuffled(waiting, random)
    for (const payload of waiting.splice(0, Math.ceil(waiting.length * share))) {
      underway.push(post(payload, true))
      if (random() < 0.2) underway.push(post(payload, false))
    }
  }
  const post = async (payload: string, again: boolean): Promise<void> => {
    const worker = workers[Math.floor(random() * PROCESSES)]!
    const signature = signPayload(payload, webhookSecret, Math.floor(Date.now() / 1000))
    const status = await worker.post({ payload, signature, seconds: clock.seconds })
    if (status === 200) delivered++
    else if (again) waiting.push(payload)
  }

  const steps = fc.sample(history, { numRuns: CUSTOMERS, seed: 7 }).flatMap(({ steps }) => steps)
  const killEvery = Math.floor(steps.length / KILLS)
  for (const [i, step] of shuffled(steps, random).entries()) {
    act(
      sandbox,
      customers[Math.floor(random() * CUSTOMERS)]!.customer,
      { ...step, days: Math.min(step.days, 4) },
      random,
      clock,
    )
    send(step.sent / 100)
    await new Promise((resolve) => setImmediate(resolve))
    if (i % killEvery !== killEvery - 1) continue
    const victim = Math.floor(random() * PROCESSES)
    await workers[victim]!.kill()
    workers[victim] = await start()
  }
  isStormy = false
  do {
    send(1)
    const all = underway
    underway = []
    await Promise.all(all)
  } while (waiting.length > 0)

  await Promise.all(workers.map((worker) => worker.kill()))
  const endings = customers.map(({ userId, customer }) => ({ got: stored(db, userId), want: truth(sandbox, customer) }))
  await sandbox.close()
  db.close()
  folder.remove()
  expect(delivered).toBeGreaterThan(500)
  expect(endings.map(({ got }) => got)).toEqual(endings.map(({ want }) => want))
})
