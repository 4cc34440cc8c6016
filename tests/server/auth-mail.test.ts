/** Tests accounts on a server that confirms addresses by email. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { outbox, signups, tokens, users } from '#drizzle/schema.ts'
import { readSecretLink } from '#server/contract/pages/addresses.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { PASSWORD } from './helpers/browser.ts'
import { code, login, NEW_PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

const SMTP = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'hello@example.org' }

let server: TestServer
const mails: { to: string; email: { text: string } }[] = []
beforeAll(async () => {
  server = await startTestServer({ env: SMTP, mails: mails as never })
})

const tokenIn = (mail: (typeof mails)[number] | undefined): string =>
  readSecretLink(new URL(/http\S+/.exec(mail?.email.text ?? '')?.[0] ?? '').hash)?.token ?? ''

/** Returns the token in the newest email. */
const token = async (): Promise<string> => {
  await server.outbox.flush()
  return tokenIn(mails.at(-1))
}
const tokenTo = (address: string): string => tokenIn(mails.filter(({ to }) => to === address).at(-1))

const signUp = (email: string, password = PASSWORD) => server.visitor.send('/api/auth/signup', login(email, password))
const signIn = async (email: string, password = PASSWORD) =>
  (await server.visitor.send('/api/auth/login', login(email, password))).status
const verify = (token: string, password = PASSWORD, who = server.visitor) =>
  who.post('/api/auth/email/verify', { token, password })

it('signing up with a taken address gets the same response as with a new address', async () => {
  const fresh = await signUp('anna@example.org')
  expect((await verify(await token())).status).toBe(204)
  const taken = await signUp('anna@example.org', 'some other phrase')
  expect([taken.status, await taken.text()]).toEqual([fresh.status, await fresh.text()])
  expect([fresh.headers.getSetCookie(), taken.headers.getSetCookie()]).toEqual([[], []])
  await server.outbox.flush()
  const email = { subject: expect.stringContaining('already') }
  expect(mails.at(-1)).toMatchObject({ to: 'anna@example.org', email })
  expect(await signIn('anna@example.org')).toBe(200)
  expect(await signIn('anna@example.org', 'some other phrase')).toBe(401)
})

it('a user signs in only after confirming the address', async () => {
  await signUp('ben@example.org')
  const early = await server.visitor.send('/api/auth/login', login('ben@example.org'))
  expect([early.status, await code(early), early.headers.getSetCookie()]).toEqual([401, 'bad_or_unconfirmed', []])
  const link = await token()
  const ben = server.visitor
  expect((await verify(link, PASSWORD, ben)).status).toBe(204)
  expect((await ben.send('/api/profile')).status).toBe(200) // the confirmation has started a session
  const again = await verify(link)
  expect([again.status, await code(again)]).toEqual([400, 'invalid_or_expired'])
})

const STRANGERS = 'the phrase of a stranger'

it('simultaneous sign-ups with one address share a salt, so that confirming needs only one hash', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((i) => signUp('crowd@example.org', `${PASSWORD} ${i}`)))
  await signUp('lonely@example.org')
  const saltsOf = (email: string) => {
    const rows = server.db.orm.select().from(signups).where(eq(signups.email, email)).all()
    return new Set(rows.map((row) => row.passwordHash.split('$')[4]))
  }
  expect(saltsOf('crowd@example.org').size).toBe(1)
  expect(saltsOf('lonely@example.org')).not.toEqual(saltsOf('crowd@example.org'))
  await server.outbox.flush()
})

it.each(['before', 'after', 'before and after'] as const)(
  "a stranger who signs up %s the owner doesn't get the owner's email address",
  async (when) => {
    const email = `owner-${when.replaceAll(' ', '-')}@example.org`
    const strangerSignsUp = () => signUp(email, STRANGERS)
    const links: string[] = []
    if (when !== 'after') await strangerSignsUp()
    if (when !== 'after') links.push(await token())
    await signUp(email)
    const hers = await token()
    if (when !== 'before') await strangerSignsUp()
    if (when !== 'before') links.push(await token())
    for (const link of links) expect((await verify(link, NEW_PASSWORD)).status).toBe(401)
    expect(await signIn(email)).toBe(401)
    expect((await verify(hers)).status).toBe(204)
    expect(await signIn(email)).toBe(200)
    expect(await signIn(email, STRANGERS)).toBe(401)
    for (const link of links) expect((await verify(link, STRANGERS)).status).toBe(400)
  },
)

it('an unconfirmed sign-up expires without creating an account', async () => {
  const before = server.db.orm.$count(users)
  await signUp('nobody-yet@example.org')
  expect(await server.db.orm.$count(users)).toBe(await before)
  server.clock.ms += 25 * 3_600_000
  await deleteExpired(server.deps)
  expect(JSON.stringify(server.db.orm.select().from(signups).all())).not.toContain('nobody-yet')
})

it('the server sends at most three sign-up emails an hour to an address', async () => {
  const limits = await startTestServer({ env: { ...SMTP, RATE_LIMITS: 'on' }, mails: mails as never })
  const count = mails.length
  const answers = new Set<string>()
  for (let i = 0; i < 5; i++) {
    const answer = await limits.visitor.send('/api/auth/signup', login('flooded@example.org'))
    answers.add(`${answer.status} ${await answer.text()}`)
  }
  await limits.outbox.flush()
  expect([mails.length - count, answers.size]).toEqual([3, 1])
})

it("a stranger who uses up an address's email limit can't lock out the owner", async () => {
  const limits = await startTestServer({ env: { ...SMTP, RATE_LIMITS: 'on', TRUST_PROXY: '1' }, mails: mails as never })
  const email = 'wanted@example.org'
  const signUp = (from: string, password: string) =>
    limits.visitor.send('/api/auth/signup', { ...login(email, password), headers: { 'x-forwarded-for': from } })
  const count = mails.length
  for (let i = 0; i < 5; i++) await signUp('10.0.0.1', STRANGERS)
  await signUp('10.0.0.2', PASSWORD)
  await limits.outbox.flush()
  expect(mails.length - count).toBe(4)
  const links = mails.slice(count).map(tokenIn)
  const json = { token: links[0], password: PASSWORD }
  expect((await limits.visitor.post('/api/auth/email/verify', json)).status).toBe(204)
  expect((await limits.visitor.send('/api/auth/login', login(email))).status).toBe(200)
  expect((await limits.visitor.send('/api/auth/login', login(email, STRANGERS))).status).toBe(401)
})

it('the outbox stores an email without its confirmation link', async () => {
  const open = await startTestServer({ env: { ...SMTP, REQUIRE_VERIFIED_EMAIL: 'off' }, mails: mails as never })
  const anna = await open.signUp('anna@example.org')
  expect((await anna.post('/api/auth/email/send')).status).toBe(204)
  const rows = open.db.orm.select().from(outbox).all()
  expect([rows.length, JSON.stringify(rows).includes('#')]).toEqual([1, false])
  await open.outbox.flush()
  const json = { token: tokenIn(mails.at(-1)), password: PASSWORD }
  expect((await open.visitor.post('/api/auth/email/verify', json)).status).toBe(204)
})

it("an account's email address changes once the new mailbox confirms the change", async () => {
  const anna = server.visitor
  await anna.send('/api/auth/login', login('anna@example.org'))
  const count = mails.length
  const wish = (email: string, password = PASSWORD) => anna.post('/api/account/email', { email, password })
  expect((await wish('new@example.org', 'not that phrase')).status).toBe(401)
  expect((await wish('new@example.org')).status).toBe(202)
  await server.outbox.flush()
  const link = tokenTo('new@example.org')
  const sent = mails.slice(count)
  expect(sent.map(({ to }) => to).sort()).toEqual(['anna@example.org', 'new@example.org'])
  const warning = sent.find(({ to }) => to === 'anna@example.org')
  expect(warning?.email.text).toContain('new@example.org')
  expect(await signIn('new@example.org')).toBe(401) // the new address isn't confirmed yet
  expect((await verify(link, 'not that phrase')).status).toBe(401)
  expect((await verify(link)).status).toBe(204)
  expect(await signIn('new@example.org')).toBe(200)
  expect(await signIn('anna@example.org')).toBe(401)
  expect(await (await anna.send('/api/auth/session')).json()).toMatchObject({
    user: { email: 'new@example.org', emailVerified: true },
  })
  await wish('anna@example.org')
  await server.outbox.flush()
  await verify(tokenTo('anna@example.org'))
})

it('changing to a taken email address only sends an email to the owner of that address', async () => {
  await signUp('carl@example.org')
  const carl = server.visitor
  await verify(await token(), PASSWORD, carl)
  const wish = (email: string) => carl.post('/api/account/email', { email, password: PASSWORD })
  const [free, taken] = [await wish('free@example.org'), await wish('anna@example.org')]
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()])
  await server.outbox.flush()
  const last = mails.filter(({ to }) => to === 'anna@example.org').at(-1)
  expect(last?.email).toMatchObject({ subject: expect.stringContaining('already') })
})

it('a password change cancels a pending change to the email address', async () => {
  await signUp('dora@example.org')
  const dora = server.visitor
  await verify(await token(), PASSWORD, dora)
  await dora.post('/api/account/email', { email: 'thief@example.org', password: PASSWORD })
  await server.outbox.flush()
  const link = tokenTo('thief@example.org')
  await dora.post('/api/auth/password/change', { current: PASSWORD, next: NEW_PASSWORD })
  expect((await verify(link, NEW_PASSWORD)).status).toBe(400)
})

it('a forgotten password gets the same response for every email address', async () => {
  await server.outbox.flush() // sends the emails of earlier steps
  const count = mails.length
  const known = await server.visitor.post('/api/auth/password/forgot', { email: 'anna@example.org' })
  const unknown = await server.visitor.post('/api/auth/password/forgot', { email: 'nobody@example.org' })
  expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
  await server.outbox.flush()
  expect(mails.slice(count).map(({ to }) => to)).toEqual(['anna@example.org'])
})

it.each([
  ['a forgotten password', '/api/auth/password/forgot'],
  ['a sign-up', '/api/auth/signup'],
])('%s runs as many queries for an unknown email address as for a known address', async (_what, path) => {
  const asked = vi.spyOn(server.db, 'query')
  const wrote = vi.spyOn(server.db, 'transaction')
  const counts: number[][] = []
  for (const email of ['anna@example.org', 'stranger-to-us@example.org']) {
    asked.mockClear()
    wrote.mockClear()
    await server.visitor.send(path, login(email))
    counts.push([asked.mock.calls.length, wrote.mock.calls.length])
  }
  expect(counts[0]).toEqual(counts[1])
  expect(counts[0]?.[0]).toBeGreaterThan(0)
  vi.restoreAllMocks()
  await server.outbox.flush()
})

it('a password reset uses up its link and ends every session', async () => {
  const phone = server.visitor
  await phone.send('/api/auth/login', login('anna@example.org'))
  await server.visitor.post('/api/auth/password/forgot', { email: 'anna@example.org' })
  const reset = { method: 'POST', json: { token: await token(), password: NEW_PASSWORD } }
  expect(JSON.stringify(server.db.orm.select().from(tokens).all())).not.toContain(reset.json.token)
  expect((await server.visitor.send('/api/auth/password/reset', reset)).status).toBe(204)
  expect((await phone.send('/api/profile')).status).toBe(401)
  expect(await signIn('anna@example.org', NEW_PASSWORD)).toBe(200)
  expect((await server.visitor.send('/api/auth/password/reset', reset)).status).toBe(400)
})

it('a reset link expires after an hour, even if a weak password was rejected before', async () => {
  await server.visitor.post('/api/auth/password/forgot', { email: 'anna@example.org' })
  const link = await token()
  const weak = await server.visitor.post('/api/auth/password/reset', { token: link, password: 'short' })
  expect(weak.status).toBe(422)
  server.clock.ms += 3_601_000
  const late = await server.visitor.post('/api/auth/password/reset', { token: link, password: NEW_PASSWORD })
  expect(late.status).toBe(400)
})

it("a password reset link can't confirm a sign-up", async () => {
  await server.visitor.post('/api/auth/password/forgot', { email: 'anna@example.org' })
  expect((await verify(await token(), NEW_PASSWORD)).status).toBe(400)
})

it('the outbox does not contain a link once its email is sent', async () => {
  await server.visitor.post('/api/auth/password/forgot', { email: 'anna@example.org' })
  const link = await token()
  expect(JSON.stringify(server.db.orm.all(sql`select * from outbox`))).not.toContain(link)
})
