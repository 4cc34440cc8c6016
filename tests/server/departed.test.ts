/**
 * Tests deleted accounts: personal data is deleted, and a new account of the address doesn't get a second free plan.
 */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { billing, departed, emailChanges, outbox } from '#drizzle/schema.ts'
import { userCommand } from '#server/admin/accounts.ts'
import { DEPARTED_DAYS } from '#server/contract/plans/limits.ts'
import { err } from '#server/contract/result.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const EMAIL = 'anna.farmer@example.org'
let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ env: { BILLING: 'sandbox' } })
})

const leave = async (who: Browser) =>
  expect((await who.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })).status).toBe(204)
const profile = async (who: Browser) => (await who.send('/api/profile')).json()
const spend = (who: Browser, key: string) =>
  who.send('/api/downloads', { method: 'POST', headers: { 'idempotency-key': key } })
const count = (who: Browser) =>
  who.send('/api/usage/image', { method: 'POST', json: { kind: 'image' }, headers: { 'idempotency-key': 'image-123' } })
const trialAvailable = async (who: Browser) =>
  ((await (await who.send('/api/billing/standing')).json()) as { trial_available: boolean }).trial_available

it("signing up again with a deleted account's address restores the remaining credits, in any spelling", async () => {
  const anna = await server.signUp(EMAIL)
  expect((await spend(anna, 'key-12345')).status).toBe(200)
  expect((await count(anna)).status).toBe(200)
  await leave(anna)
  const back = await server.signUp(EMAIL.toUpperCase())
  expect(await profile(back)).toMatchObject({ download_credits: 1, images_generated: 1 })
  await spend(back, 'key-12345')
  await leave(back)
  expect(await profile(await server.signUp(EMAIL))).toMatchObject({ download_credits: 0, images_generated: 1 })
})

it("signing up again with a deleted account's address doesn't give a second trial", async () => {
  const anna = await server.signUp(EMAIL)
  expect(await trialAvailable(anna)).toBe(true)
  server.db.orm.insert(billing).values({ userId: anna.id, customerId: 'cus_x', trialUsedAt: 1 }).run()
  await leave(anna)
  const back = await server.signUp(EMAIL)
  expect(await trialAvailable(back)).toBe(false)
  const answer = await back.post('/api/checkout', { priceId: 'price_yearly' })
  const { url } = (await answer.json()) as { url: string }
  expect(await (await fetch(url)).text()).not.toMatch(/trial/i)
  // deleting the second account doesn't reset the used plan
  await leave(back)
  expect(await trialAvailable(await server.signUp(EMAIL))).toBe(false)
})

it('midground user delete cancels the subscription first, and deletes nothing while Stripe is down', async () => {
  const anna = await server.signUp(EMAIL)
  const ends = vi.fn(server.deps.subscriptions.endAll).mockResolvedValueOnce(err('billing_failed'))
  const subscriptions = { ...server.deps.subscriptions, endAll: ends }
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const context = { ...server.deps, subscriptions, args: ['delete', EMAIL], print } as never
  await expect(userCommand(context)).rejects.toThrow(`${EMAIL} wasn’t deleted`)
  expect(await profile(anna)).toMatchObject({ download_credits: 2 })
  expect(await userCommand(context)).toBe(0)
  expect([ends.mock.calls, lines]).toEqual([[[anna.id], [anna.id]], [`${EMAIL} is deleted.`]])
})

it('signing up with the former address of another account gives only the remaining credits', async () => {
  const anna = await server.signUp(EMAIL)
  await spend(anna, 'key-12345')
  const json = { email: 'anna.elsewhere@example.org', password: PASSWORD }
  expect((await anna.post('/api/account/email', json)).status).toBe(200)
  expect(await profile(anna)).toMatchObject({ download_credits: 1 })
  expect(await profile(await server.signUp(EMAIL))).toMatchObject({ download_credits: 1 })
})

it('an address that two accounts have left has the lower number of credits and the used trial', async () => {
  const anna = await server.signUp('anna.elsewhere@example.org')
  const ben = await server.signUp(EMAIL)
  const moveAway = async (who: Browser, email: string) =>
    expect((await who.post('/api/account/email', { email, password: PASSWORD })).status).toBe(200)
  await spend(ben, 'key-12345')
  expect((await count(ben)).status).toBe(200)
  server.db.orm.insert(billing).values({ userId: ben.id, customerId: 'cus_x', trialUsedAt: 1 }).run()
  await moveAway(ben, 'ben@example.org')
  // the account whose address changes to the free one has its own unused plan
  await moveAway(anna, EMAIL)
  await moveAway(anna, 'anna@example.org')
  const next = await server.signUp(EMAIL)
  expect(await profile(next)).toMatchObject({ download_credits: 1, images_generated: 1 })
  expect(await trialAvailable(next)).toBe(false)
})

it('the use of the free plan by a deleted account is stored for a limited time, without personal data', async () => {
  const anna = await server.signUp(EMAIL)
  await spend(anna, 'key-12345')
  await leave(anna)
  const tables = server.db.orm.all<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`)
  const all = tables.map(({ name }) => JSON.stringify(server.db.orm.all(sql`select * from ${sql.identifier(name)}`)))
  expect(all.join('')).not.toMatch(/farmer/i)
  expect(all.join('')).not.toContain(anna.id)
  expect(server.db.orm.select().from(departed).all()).toHaveLength(1)
  server.clock.ms += (DEPARTED_DAYS + 1) * 86_400_000
  await deleteExpired(server.deps)
  expect(server.db.orm.select().from(departed).all()).toEqual([])
  expect(await profile(await server.signUp(EMAIL))).toMatchObject({ download_credits: 2 })
})

it('deleting an account deletes its queued emails', async () => {
  const anna = await server.signUp(EMAIL)
  const mail = { data: '{}', nextAt: 1, template: 'payment-failed' }
  const change = { template: 'change-email', data: JSON.stringify({ userId: anna.id }) }
  const pending = 'ben@example.org' // another account may have the requested address
  await server.signUp(pending)
  server.db.orm.insert(emailChanges).values({ userId: anna.id, email: pending, expiresAt: 2_000_000_000 }).run()
  const kept = [
    { ...mail, id: 'other', to: pending, template: 'reset-password' },
    { ...mail, id: 'notice', to: EMAIL, template: 'operator-notice' },
  ]
  const own = [EMAIL, EMAIL.toUpperCase()].map((to) => ({ ...mail, id: to, to }))
  const requests = [pending, 'anna.new@example.org'].map((to) => ({ ...mail, ...change, id: `to ${to}`, to }))
  server.db.orm
    .insert(outbox)
    .values([...kept, ...own, ...requests])
    .run()
  await leave(anna)
  expect(server.db.orm.select({ id: outbox.id }).from(outbox).orderBy(outbox.id).all()).toEqual([
    { id: 'notice' },
    { id: 'other' },
  ])
})

it('without a mail server, an email address changes without confirmation', async () => {
  const anna = await server.signUp(EMAIL)
  await server.signUp('ben@example.org')
  const wish = (email: string, password = PASSWORD) => anna.post('/api/account/email', { email, password })
  expect((await wish('x@example.org', 'not that phrase')).status).toBe(401)
  expect((await wish('BEN@example.org')).status).toBe(409)
  expect((await wish(EMAIL.toUpperCase())).status).toBe(200) // a different spelling of the user's own address
  expect(await (await anna.send('/api/auth/session')).json()).toMatchObject({ user: { email: EMAIL.toUpperCase() } })
})

it('signing out everywhere ends the sessions of all browsers', async () => {
  const anna = await server.signUp(EMAIL)
  const phone = server.visitor
  await phone.post('/api/auth/login', { email: EMAIL, password: PASSWORD })
  expect((await phone.post('/api/auth/logout-everywhere')).status).toBe(204)
  expect(phone.cookie).toMatch(/^device=[^;]+$/)
  expect((await anna.send('/api/profile')).status).toBe(401)
})
