import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { profiles, usage } from '#drizzle/schema.ts'
import { type ProfileJson, plan, profileFromJson, seesManageSubscription } from '#server/contract/plans/entitlements.ts'
import type { Browser } from './helpers/browser.ts'
import { setRole, startTestServer, type TestServer } from './helpers/server.ts'

let server: TestServer
let anna: Browser & { id: string }
beforeEach(async () => {
  server = await startTestServer({ env: { BILLING: 'sandbox' } })
  anna = await server.signUp('anna@example.org')
})

const keyed = (key: string, json?: unknown) => ({ method: 'POST', headers: { 'idempotency-key': key }, json })
const download = async (key: string) => {
  const answer = await anna.send('/api/downloads', keyed(key))
  return [answer.status, await answer.json()]
}
const image = async (key: string, kind: 'image' | 'overlay' = 'image') => {
  const answer = await anna.send('/api/usage/image', keyed(key, { kind }))
  return [answer.status, await answer.json()]
}
const access = async (browser: Browser = anna) => (await browser.send('/api/access')).json()
const credits = () => server.db.orm.select().from(profiles).get()?.downloadCredits

it('an export charges one credit per idempotency key, however often it is requested', async () => {
  const first = { charged: 1, download_credits: 1 }
  expect(await download('export-1')).toEqual([200, first])
  expect(await download('export-1')).toEqual([200, first])
  expect(await download('export-2')).toEqual([200, { ...first, download_credits: 0 }])
  expect(await download('export-1')).toEqual([200, first])
  expect(credits()).toBe(0)
})

it('a download after the last credit gets 402', async () => {
  setRole(server, anna.id, 'no-credits')
  const error = { code: 'no_credits', message: 'No credits • Please upgrade' }
  expect(await download('export-1')).toEqual([402, { error }])
  expect(server.db.orm.select().from(usage).all()).toEqual([])
})

it.each(['trial', 'pro'] as const)('the download of a %s account is recorded and not charged', async (role) => {
  setRole(server, anna.id, role)
  expect(await download('export-1')).toEqual([200, { charged: 0, download_credits: 2 }])
  expect(server.db.orm.select().from(usage).all()).toMatchObject([{ kind: 'download', charged: 0 }])
})

it("a client can't get a credit back, because no route refunds credits", async () => {
  await download('export-1')
  for (const path of ['/api/downloads/export-1/release', '/api/downloads/export-1'])
    for (const method of ['POST', 'DELETE']) expect((await anna.send(path, { method })).status).toBe(404)
  expect(await download('export-1'), 'a retry is free').toMatchObject([200, { charged: 1, download_credits: 1 }])
  expect(await download('export-2')).toMatchObject([200, { download_credits: 0 }])
  expect(await download('export-3')).toMatchObject([402, { error: { code: 'no_credits' } }])
})

it('a free account may use two images, and repeated keys are counted once', async () => {
  expect(await image('photo-01')).toEqual([200, { images_generated: 1 }])
  expect(await image('photo-01')).toEqual([200, { images_generated: 1 }])
  expect(await image('photo-02')).toEqual([200, { images_generated: 2 }])
  expect(await image('photo-03')).toMatchObject([403, { error: { code: 'free_limit' } }])
  expect(await image('photo-01')).toEqual([200, { images_generated: 1 }])
  expect(server.db.orm.select().from(profiles).get()?.imagesGenerated).toBe(2)
})

it('the server counts the images of a Pro account without a limit', async () => {
  setRole(server, anna.id, 'pro')
  for (const n of [1, 2, 3, 4]) expect(await image(`photo-0${n}`)).toEqual([200, { images_generated: n }])
})

it('the server records an overlay image without counting it', async () => {
  expect(await image('overlay-1', 'overlay')).toEqual([200, { images_generated: 0 }])
  expect(server.db.orm.select().from(usage).all()).toMatchObject([{ kind: 'overlay', state: 'done' }])
})

it.each([
  ['no key', undefined],
  ['a key of 3 characters', 'abc'],
  ['a key of 65 characters', 'x'.repeat(65)],
  ['a key that is a path', '../../etc/passwd'],
])('a download request with %s instead of a valid idempotency key is rejected', async (_what, key) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  expect((await anna.send('/api/downloads', { method: 'POST', headers })).status).toBe(400)
})

it("/api/access contains the operator's email address for an account that may have lost a credit", async () => {
  expect(await access()).toMatchObject({ operator_email: null, now: new Date(server.clock.ms).toISOString() })
  const named = await startTestServer({ env: { BILLING: 'sandbox', OPERATOR_EMAIL: 'Help <help@example.org>' } })
  const ben = await named.signUp('ben@example.org')
  expect(await access(ben)).toMatchObject({ operator_email: 'help@example.org' })
  expect((await named.visitor.send('/api/access')).status).toBe(401)
})

it("access ends at the expiry time by the server's clock", async () => {
  setRole(server, anna.id, 'pro')
  server.db.orm.run(sql`update profiles set download_credits = 0`)
  server.clock.ms += 86_400_000
  expect(await access()).toMatchObject({ allowed: false, reason: 'none' })
})

it('the profile has the seven fields of the specification', async () => {
  setRole(server, anna.id, 'trial')
  const profile = await (await anna.send('/api/profile')).json()
  expect(Object.keys(profile as object).sort()).toEqual(
    ['id', 'avatar_url', 'paid', 'images_generated', 'download_credits', 'expires_at', 'subscription_id'].sort(),
  )
  expect(profile).toMatchObject({
    paid: true,
    subscription_id: 'trial_sub_1',
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

it('an account is Pro until the grant by the operator ends', async () => {
  const until = Math.floor(server.clock.ms / 1000) + 3600
  server.db.orm.update(profiles).set({ grantedUntil: until, downloadCredits: 0 }).run()
  expect(await access()).toMatchObject({ reason: 'paid', profile: { subscription_id: null } })
  server.clock.ms += 3_600_000
  expect(await access()).toMatchObject({ reason: 'none' })
})

it("a grant by the operator doesn't hide the account's subscription", async () => {
  const until = Math.floor(server.clock.ms / 1000) + 7 * 86_400
  setRole(server, anna.id, 'trial')
  server.db.orm.update(profiles).set({ grantedUntil: until }).run()
  const { profile } = (await access()) as { profile: ProfileJson }
  expect(profile).toMatchObject({ paid: true, subscription_id: 'sub_1' })
  const current = plan(profileFromJson(profile), server.clock.ms)
  expect([current.tier, seesManageSubscription(current)]).toEqual(['pro', true])
})

it('with BILLING=off, all features are unlocked', async () => {
  const open = await startTestServer({ env: { BILLING: 'off' } })
  const ben = await open.signUp('ben@example.org')
  const profile = { paid: true, expires_at: '9999-12-31T00:00:00.000Z' }
  expect(await access(ben)).toMatchObject({ reason: 'paid', profile })
})
