/** Tests that a password reset email is sent during a reconciliation of 10,000 customers at 60 ms each. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Provider } from '#server/billing/stripe.ts'
import { createSubscriptions } from '#server/billing/subscriber.ts'
import type { LetterMail } from '#server/deps/deps.ts'
import { runIfDue, startJobs } from '#server/jobs/jobs.ts'
import { jobTable } from '#server/jobs/table.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { openShop } from './shop.ts'

const CUSTOMERS = 10_000
const ANSWER_MS = 60

it('a reset email is sent at once while all customers are reconciled', async () => {
  const shop = await openShop()
  const { orm } = shop.db
  const many = sql.raw(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CUSTOMERS})`)
  orm.run(sql`${many} insert into users (id, email, email_key, password_hash, created_at)
    select 'user' || i, 'user' || i || '@example.org', 'user' || i || '@example.org', 'x', 0 from n`)
  orm.run(sql`${many} insert into profiles (id) select 'user' || i from n`)
  orm.run(sql`${many} insert into billing (user_id, customer_id) select 'user' || i, 'cus_sandbox_' || i from n`)

  let asked = 0
  let isThere = (): void => undefined
  const underWay = new Promise<void>((resolve) => {
    isThere = resolve
  })
  const provider: Provider = {
    ...shop.sandbox.provider,
    async listSubscriptions() {
      if (++asked === 20) isThere()
      await wait(ANSWER_MS)
      return { ok: true, value: [] }
    },
  }
  let sentAt = 0
  const log = pino({ level: 'silent' })
  const outbox = createOutbox({
    db: shop.db,
    now: shop.deps.now,
    random: randomBytes,
    log,
    brandName: 'Midground',
    resolveMail: async (mail) => mail as LetterMail,
    transport: {
      send: async () => {
        sentAt = performance.now()
      },
      close: () => undefined,
    },
  })
  const subscriptions = createSubscriptions({ ...shop.deps, billing: provider, pause: wait })
  const jobs = jobTable({ deps: { ...shop.deps, subscriptions }, outbox, backUp: async () => undefined })
  const options = { db: shop.db, now: shop.deps.now, log, holder: 'one' }
  const stop = new AbortController()
  const stopJobs = startJobs(options, jobs) // started as the server does; long jobs start after a minute
  const reconciling = runIfDue(options, jobs.find(({ name }) => name === 'reconcile-all')!, stop.signal)
  await underWay

  const queuedAt = performance.now()
  const link = 'https://photos.example.org/#reset-password=x'
  await outbox.queue({ template: 'reset-password', to: 'anna@example.org', data: { link } } as LetterMail)
  await expect.poll(() => sentAt, { interval: 50 }).toBeGreaterThan(0)
  console.info(`reset mail after ${Math.round(sentAt - queuedAt)} ms, ${asked} of ${CUSTOMERS} customers asked about`)
  expect(asked).toBeLessThan(CUSTOMERS) // most customers were not reconciled yet

  stop.abort(new Error('enough'))
  expect(await reconciling).toBe(false)
  const reached = orm.get<{ value: string }>(sql`select value from meta where key = 'reconciled'`)
  expect(reached === undefined || reached.value.includes('cus_sandbox_')).toBe(true)
  await stopJobs()
  await shop.close()
})
