/** Tests accounts on a server without email. */

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { emailChanges, profiles, sessions, users } from '#drizzle/schema.ts'
import { issueToken } from '#server/auth/tokens.ts'
import { PASSWORD } from './helpers/browser.ts'
import { code, login, NEW_PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})

it('a new account has two credits and no used images', async () => {
  const anna = await server.signUp('anna@example.org')
  expect(await (await anna.send('/api/profile')).json()).toMatchObject({
    id: anna.id,
    images_generated: 0,
    download_credits: 2,
  })
})

it('a sign-up rejects a taken email address in any spelling', async () => {
  await server.signUp('anna@example.org')
  const again = await server.visitor.send('/api/auth/signup', login(' ANNA@Example.org '))
  expect([again.status, await code(again)]).toEqual([409, 'email_taken'])
})

it('of two simultaneous sign-ups with one email address, one creates an account', async () => {
  const both = await Promise.all([1, 2].map(() => server.visitor.send('/api/auth/signup', login('anna@example.org'))))
  expect(both.map((answer) => answer.status).sort()).toEqual([201, 409])
  expect(await server.db.orm.$count(users)).toBe(1)
  expect(await server.db.orm.$count(profiles)).toBe(1)
})

it.each([
  ['an invalid email address', 'anna', PASSWORD, 400, 'invalid_email'],
  ['an email address with a header', 'a@b.cc\r\nBcc: c@d.ee', PASSWORD, 400, 'invalid_email'],
  ['a password of 7 characters', 'anna@example.org', 'a7xk2p9', 422, 'weak_password'],
  ['a password of 257 characters', 'anna@example.org', 'x'.repeat(257), 422, 'weak_password'],
  ['a common password', 'anna@example.org', 'Password123', 422, 'common_password'],
  ['the email address as password', 'anna@example.org', 'ANNA@example.org', 422, 'common_password'],
])('a sign-up rejects %s', async (_what, email, password, status, wanted) => {
  const answer = await server.visitor.send('/api/auth/signup', login(email, password))
  expect([answer.status, await code(answer)]).toEqual([status, wanted])
})

it.each([
  ['/pricing', '/pricing'],
  ['//evil.example', '/custom-editor'],
  [undefined, '/custom-editor'],
  [['/pricing'], '/custom-editor'],
])('sign-in with the return path %j returns the path %s', async (asked, path) => {
  await server.signUp('anna@example.org')
  const answer = await server.visitor.send('/api/auth/login', login('anna@example.org', PASSWORD, asked))
  expect(await answer.json()).toMatchObject({ returnUrl: path, user: { email: 'anna@example.org' } })
})

it("a sign-in replaces the browser's earlier session", async () => {
  const mallory = await server.signUp('mallory@example.org')
  await server.signUp('anna@example.org')
  const planted = mallory.cookie
  const victim = server.visitor
  victim.cookie = planted
  await victim.send('/api/auth/login', login('anna@example.org'))
  expect(victim.cookie).not.toBe(planted)
  const old = server.visitor
  old.cookie = planted
  expect((await old.send('/api/profile')).status).toBe(401)
})

it('the database contains neither the session id nor the password', async () => {
  const anna = await server.signUp('anna@example.org')
  const rows = JSON.stringify([sessions, users].map((table) => server.db.orm.select().from(table).all()))
  expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(rows).not.toContain(PASSWORD)
  expect(rows).not.toContain(anna.cookie.split('=')[1])
})

it("signing out ends only this browser's session", async () => {
  const anna = await server.signUp('anna@example.org')
  const phone = server.visitor
  await phone.send('/api/auth/login', login('anna@example.org'))
  const cookie = anna.cookie
  const answer = await anna.post('/api/auth/logout')
  expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([204, '"cache"'])
  expect(anna.cookie, 'the device cookie remains').toMatch(/^device=[^;]+$/)
  anna.cookie = cookie
  expect((await anna.send('/api/profile')).status).toBe(401)
  expect((await phone.send('/api/profile')).status).toBe(200)
})

it('the session route returns the signed-in user, or null if there is no session', async () => {
  const anna = await server.signUp('anna@example.org')
  expect(await (await anna.send('/api/auth/session')).json()).toEqual({
    user: { id: anna.id, email: 'anna@example.org', emailVerified: false },
  })
  expect(await (await server.visitor.send('/api/auth/session')).json()).toEqual({ user: null })
})

it("a request in the second half of a session's lifetime extends the session unless it has expired", async () => {
  const anna = await server.signUp('anna@example.org')
  const ending = async (days: number) => {
    // the session check uses the real clock
    const expiresAt = Math.floor(Date.now() / 1000) + days * 86_400
    server.db.orm.update(sessions).set({ expiresAt }).run()
    return (await anna.send('/api/profile')).status
  }
  const daysLeft = () => (server.db.orm.select().from(sessions).get()!.expiresAt - Date.now() / 1000) / 86_400
  expect(await ending(16)).toBe(200)
  expect(daysLeft()).toBeCloseTo(16, 1)
  expect(await ending(14)).toBe(200)
  expect(daysLeft()).toBeCloseTo(30, 1)
  expect(await ending(-1)).toBe(401)
  expect(await server.db.orm.$count(sessions)).toBe(0)
})

it('a password change signs out all other sessions', async () => {
  const anna = await server.signUp('anna@example.org')
  const phone = server.visitor
  await phone.send('/api/auth/login', login('anna@example.org'))
  const wrong = { method: 'POST', json: { current: 'not this one', next: NEW_PASSWORD } }
  expect((await anna.send('/api/auth/password/change', wrong)).status).toBe(401)
  const right = { method: 'POST', json: { current: PASSWORD, next: NEW_PASSWORD } }
  expect((await anna.send('/api/auth/password/change', right)).status).toBe(204)
  expect([(await anna.send('/api/profile')).status, (await phone.send('/api/profile')).status]).toEqual([200, 401])
  expect((await server.visitor.send('/api/auth/login', login('anna@example.org'))).status).toBe(401)
  expect((await server.visitor.send('/api/auth/login', login('anna@example.org', NEW_PASSWORD))).status).toBe(200)
})

it('without a mail server, a reset request says for every address that no email is sent', async () => {
  await server.signUp('anna@example.org')
  for (const email of ['anna@example.org', 'nobody@example.org']) {
    const answer = await server.visitor.post('/api/auth/password/forgot', { email })
    expect([answer.status, await code(answer)]).toEqual([503, 'no_mail'])
  }
})

it('the data export of an account contains all its data except the password hash', async () => {
  const anna = await server.signUp('anna@example.org')
  const { id } = server.db.orm.select().from(users).get()!
  const change = { userId: id, email: 'new@example.org', tokenHash: 'ab'.repeat(32), expiresAt: 2_000_000_000 }
  server.db.orm.insert(emailChanges).values(change).run()
  const answer = await anna.send('/api/account/export')
  const everything = await answer.text()
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(JSON.parse(everything)).toMatchObject({
    account: { email: 'anna@example.org' },
    profile: { downloadCredits: 2 },
    emailChange: { email: 'new@example.org', expiresAt: change.expiresAt },
  })
  expect(everything).not.toContain('argon2')
  expect(everything).not.toContain(change.tokenHash)
})

it("deleting an account requires the account's password", async () => {
  const anna = await server.signUp('anna@example.org')
  await anna.send('/api/downloads', { method: 'POST', headers: { 'idempotency-key': 'key-12345' } })
  expect((await anna.send('/api/account', { method: 'DELETE', json: { password: 'a guess at it' } })).status).toBe(401)
  expect((await anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })).status).toBe(204)
  const left = server.db.orm.all<{ n: number }>(
    sql`select count(*) as n from users union all select count(*) from profiles union all select count(*) from usage union all select count(*) from sessions`,
  )
  expect(left.map(({ n }) => n)).toEqual([0, 0, 0, 0])
})

it("a disabled account can't sign in", async () => {
  const anna = await server.signUp('anna@example.org')
  server.db.orm.update(users).set({ disabledAt: 1 }).run()
  expect((await anna.send('/api/profile')).status).toBe(401)
  expect((await server.visitor.send('/api/auth/login', login('anna@example.org'))).status).toBe(401)
})

it('cookies have the flag Secure only with https', async () => {
  const secure = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://photos.example.org', RATE_LIMITS: 'on' } })
  const answer = await secure.app.request('/api/auth/signup', {
    method: 'POST',
    headers: { origin: 'https://photos.example.org', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.org', password: PASSWORD }),
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sid=\w{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax; Secure$/),
    expect.stringMatching(/^__Host-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

it.each(['anna.smith', 'MidGround123', 'password1'])(
  'the password %j is rejected at sign-up, password change and reset',
  async (password) => {
    const email = 'anna.smith@example.org'
    const refused = async (answer: Promise<Response>) => `${(await answer).status} ${await code(await answer)}`
    expect(await refused(server.visitor.send('/api/auth/signup', login(email, password)))).toBe('422 common_password')
    const anna = await server.signUp(email)
    const change = { method: 'POST', json: { current: PASSWORD, next: password } }
    expect(await refused(anna.send('/api/auth/password/change', change))).toBe('422 common_password')
    const token = await issueToken(server.deps, 'reset_password', anna.id)
    const reset = (next: string) => server.visitor.post('/api/auth/password/reset', { token, password: next })
    expect(await refused(reset(password))).toBe('422 common_password')
    expect((await reset('a phrase that is good')).status, 'the link is still valid').toBe(204)
  },
)

it('sign-in accepts an email address with a ligature, but sign-up and an email change reject that address', async () => {
  const answer = await server.visitor.send('/api/auth/signup', login('ﬁx@example.org'))
  expect([answer.status, await code(answer)]).toEqual([400, 'invalid_email'])
  const anna = await server.signUp('anna@example.org')
  const move = await anna.post('/api/account/email', { email: 'ﬁx@example.org', password: PASSWORD })
  expect([move.status, await code(move)]).toEqual([400, 'invalid_email'])
  await server.signUp('fix@example.org')
  const spelled = await server.visitor.send('/api/auth/login', login('ﬁx@example.org'))
  expect(spelled.status, 'sign-in accepts the ligature of an address').toBe(200)
})

it("new passwords and email addresses that break the rules don't count as attempts", async () => {
  const limits = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  const anna = await limits.signUp('anna@example.org')
  const password = async (next: string) =>
    (await anna.post('/api/auth/password/change', { current: PASSWORD, next })).status
  const email = async (wished: string) =>
    (await anna.post('/api/account/email', { email: wished, password: PASSWORD })).status
  for (let i = 0; i < 6; i++) expect([await password('anna1234'), await email('ﬁx@example.org')]).toEqual([422, 400])
  expect([await email('ben@example.org'), await password(NEW_PASSWORD)]).toEqual([200, 204])
})

describe('an address with an international domain', () => {
  const [UNICODE, ASCII] = ['anna@bücher.de', 'anna@xn--bcher-kva.de']
  const signIn = async (email: string, password = PASSWORD) =>
    (await server.visitor.send('/api/auth/login', login(email, password))).status
  /** Gives an account the key of an older version, which didn't convert the domain. */
  const makeOld = (id: string) => server.db.orm.update(users).set({ emailKey: UNICODE }).where(eq(users.id, id)).run()

  it.each([
    [ASCII, 'this version', () => {}],
    [UNICODE, 'this version', () => {}],
    [UNICODE, 'an older version', makeOld],
  ])('signed up as %s with %s, the account is found in both spellings', async (email, _version, change) => {
    const anna = await server.signUp(email)
    change(anna.id)
    expect([await signIn(UNICODE), await signIn(ASCII)]).toEqual([200, 200])
    const again = [UNICODE, ASCII].map((other) => server.visitor.send('/api/auth/signup', login(other)))
    expect(await Promise.all(again.map(async (answer) => code(await answer)))).toEqual(['email_taken', 'email_taken'])
    const ben = await server.signUp('ben@example.org')
    const move = await ben.post('/api/account/email', { email: ASCII, password: PASSWORD })
    expect(await code(move)).toBe('email_taken')
  })

  it('two accounts that an older version created stay separate, each with the spelling of its sign-up', async () => {
    const old = await server.signUp(UNICODE)
    makeOld(old.id)
    const change = { current: PASSWORD, next: NEW_PASSWORD }
    expect((await old.post('/api/auth/password/change', change)).status).toBe(204)
    const row = server.db.orm.select().from(users).get()!
    server.db.orm
      .insert(users)
      .values({ ...row, id: 'second', email: ASCII, emailKey: ASCII })
      .run()
    const second = await issueToken(server.deps, 'reset_password', 'second')
    expect((await server.visitor.post('/api/auth/password/reset', { token: second, password: PASSWORD })).status).toBe(
      204,
    )
    expect([await signIn(UNICODE, NEW_PASSWORD), await signIn(ASCII)]).toEqual([200, 200])
    expect([await signIn(UNICODE), await signIn(ASCII, NEW_PASSWORD)]).toEqual([401, 401])
    const move = await old.post('/api/account/email', { email: UNICODE, password: NEW_PASSWORD })
    expect(await code(move)).toBe('email_taken')
  })
})
