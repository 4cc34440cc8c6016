import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { profiles, sessions, tokens, users } from '#drizzle/schema.ts'
import { readSecretLink } from '#server/contract/links.ts'
import { PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

const SMTP = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'hello@example.org' }
const NEW_PASSWORD = 'an even longer phrase'

const login = (email: string, password = PASSWORD, returnUrl?: unknown) => ({
  method: 'POST',
  json: { email, password, returnUrl },
})
const code = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

describe('without mail', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(() => server.close())

  it('gives a new account two credits and no images', async () => {
    const anna = await server.signUp('anna@example.org')
    expect(await (await anna.send('/api/profile')).json()).toMatchObject({
      id: anna.id,
      images_generated: 0,
      download_credits: 2,
    })
  })

  it('knows an address in any spelling and says that it is taken', async () => {
    await server.signUp('anna@example.org')
    const again = await server.visitor.send('/api/auth/signup', login(' ANNA@Example.org '))
    expect([again.status, await code(again)]).toEqual([409, 'email_taken'])
  })

  it('makes one account of two sign-ups at once', async () => {
    const both = await Promise.all([1, 2].map(() => server.visitor.send('/api/auth/signup', login('anna@example.org'))))
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(await server.db.orm.$count(users)).toBe(1)
    expect(await server.db.orm.$count(profiles)).toBe(1)
  })

  it.each([
    ['an address that is none', 'anna', PASSWORD, 400, 'invalid_email'],
    ['a header in the address', 'a@b.cc\r\nBcc: c@d.ee', PASSWORD, 400, 'invalid_email'],
    ['7 characters', 'anna@example.org', 'a7xk2p9', 422, 'weak_password'],
    ['257 characters', 'anna@example.org', 'x'.repeat(257), 422, 'weak_password'],
    ['a common password', 'anna@example.org', 'Password123', 422, 'common_password'],
    ['the address itself', 'anna@example.org', 'ANNA@example.org', 422, 'common_password'],
  ])('refuses %s at sign-up', async (_what, email, password, status, wanted) => {
    const answer = await server.visitor.send('/api/auth/signup', login(email, password))
    expect([answer.status, await code(answer)]).toEqual([status, wanted])
  })

  it.each([
    ['/pricing', '/pricing'],
    ['//evil.example', '/custom-editor'],
    [undefined, '/custom-editor'],
    [['/pricing'], '/custom-editor'],
  ])('leads from sign-in with %j to %s', async (asked, path) => {
    await server.signUp('anna@example.org')
    const answer = await server.visitor.send('/api/auth/login', login('anna@example.org', PASSWORD, asked))
    expect(await answer.json()).toMatchObject({ returnUrl: path, user: { email: 'anna@example.org' } })
  })

  it('replaces a session planted before sign-in', async () => {
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

  it('keeps no session id, password or link in the database', async () => {
    const anna = await server.signUp('anna@example.org')
    const rows = JSON.stringify([
      ...server.db.orm.select().from(sessions).all(),
      ...server.db.orm.select().from(users).all(),
    ])
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(rows).not.toContain(PASSWORD)
    expect(rows).not.toContain(anna.cookie.split('=')[1])
  })

  it('signs out here and leaves other browsers signed in', async () => {
    const anna = await server.signUp('anna@example.org')
    const phone = server.visitor
    await phone.send('/api/auth/login', login('anna@example.org'))
    const cookie = anna.cookie
    const answer = await anna.send('/api/auth/logout', { method: 'POST' })
    expect([answer.status, answer.headers.get('clear-site-data'), anna.cookie]).toEqual([204, '"cache"', ''])
    anna.cookie = cookie
    expect((await anna.send('/api/profile')).status).toBe(401)
    expect((await phone.send('/api/profile')).status).toBe(200)
  })

  it('tells the page who is signed in, and nobody as nobody', async () => {
    const anna = await server.signUp('anna@example.org')
    expect(await (await anna.send('/api/auth/session')).json()).toEqual({
      user: { id: anna.id, email: 'anna@example.org', emailVerified: false },
    })
    expect(await (await server.visitor.send('/api/auth/session')).json()).toEqual({ user: null })
  })

  it('changes the password, ends the other sessions and goes on in this one', async () => {
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

  it('says that it sends no mail, to every address alike', async () => {
    await server.signUp('anna@example.org')
    for (const email of ['anna@example.org', 'nobody@example.org']) {
      const answer = await server.visitor.send('/api/auth/password/forgot', { method: 'POST', json: { email } })
      expect([answer.status, await code(answer)]).toEqual([503, 'no_mail'])
    }
  })

  it('hands out all it knows about an account, without the password hash', async () => {
    const anna = await server.signUp('anna@example.org')
    const answer = await anna.send('/api/account/export')
    const everything = await answer.text()
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(JSON.parse(everything)).toMatchObject({
      account: { email: 'anna@example.org' },
      profile: { downloadCredits: 2 },
    })
    expect(everything).not.toContain('argon2')
  })

  it('deletes an account with its password only, rows and files included', async () => {
    const anna = await server.signUp('anna@example.org')
    await anna.send('/api/downloads', { method: 'POST', headers: { 'idempotency-key': 'key-12345' } })
    expect((await anna.send('/api/account', { method: 'DELETE', json: { password: 'a guess at it' } })).status).toBe(
      401,
    )
    expect((await anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })).status).toBe(204)
    const left = server.db.orm.all<{ n: number }>(
      sql`select count(*) as n from users union all select count(*) from profiles union all select count(*) from usage union all select count(*) from sessions`,
    )
    expect(left.map(({ n }) => n)).toEqual([0, 0, 0, 0])
  })

  it('keeps a disabled account out', async () => {
    const anna = await server.signUp('anna@example.org')
    server.db.orm.update(users).set({ disabledAt: 1 }).run()
    expect((await anna.send('/api/profile')).status).toBe(401)
    expect((await server.visitor.send('/api/auth/login', login('anna@example.org'))).status).toBe(401)
  })
})

describe('with mail', () => {
  let server: TestServer
  const mails: { to: string; letter: { text: string } }[] = []
  beforeAll(async () => {
    server = await startTestServer({ env: SMTP, mails: mails as never })
  })
  afterAll(() => server.close())

  const token = async (): Promise<string> => {
    await server.outbox.flush()
    const link = /http\S+/.exec(mails.at(-1)?.letter.text ?? '')?.[0] ?? ''
    return readSecretLink(new URL(link).hash)?.token ?? ''
  }

  it('answers a sign-up the same for a new and for a taken address, and tells only the mailbox', async () => {
    const fresh = await server.visitor.send('/api/auth/signup', login('anna@example.org'))
    const verify = await token()
    await server.visitor.send('/api/auth/email/verify', { method: 'POST', json: { token: verify } })
    const taken = await server.visitor.send('/api/auth/signup', login('anna@example.org', 'some other phrase'))
    expect([taken.status, await taken.text()]).toEqual([fresh.status, await fresh.text()])
    expect([fresh.headers.getSetCookie(), taken.headers.getSetCookie()]).toEqual([[], []])
    await server.outbox.flush()
    expect(mails.at(-1)).toMatchObject({
      to: 'anna@example.org',
      letter: { subject: expect.stringContaining('already') },
    })
    expect((await server.visitor.send('/api/auth/login', login('anna@example.org'))).status).toBe(200)
    expect((await server.visitor.send('/api/auth/login', login('anna@example.org', 'some other phrase'))).status).toBe(
      401,
    )
  })

  it('lets nobody in before the address is confirmed, and says no more than of a wrong password', async () => {
    await server.visitor.send('/api/auth/signup', login('ben@example.org'))
    const early = await server.visitor.send('/api/auth/login', login('ben@example.org'))
    expect([early.status, await code(early)]).toEqual([401, 'bad_credentials'])
    const verify = await token()
    expect(
      (await server.visitor.send('/api/auth/email/verify', { method: 'POST', json: { token: verify } })).status,
    ).toBe(204)
    expect((await server.visitor.send('/api/auth/login', login('ben@example.org'))).status).toBe(200)
    const again = await server.visitor.send('/api/auth/email/verify', { method: 'POST', json: { token: verify } })
    expect([again.status, await code(again)]).toEqual([400, 'invalid_or_expired'])
  })

  it('answers a forgotten password the same for every address', async () => {
    const count = mails.length
    const known = await server.visitor.send('/api/auth/password/forgot', {
      method: 'POST',
      json: { email: 'anna@example.org' },
    })
    const unknown = await server.visitor.send('/api/auth/password/forgot', {
      method: 'POST',
      json: { email: 'nobody@example.org' },
    })
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
    await server.outbox.flush()
    expect(mails.slice(count).map(({ to }) => to)).toEqual(['anna@example.org'])
  })

  it('resets once, ends every session and refuses the link afterwards', async () => {
    const phone = server.visitor
    await phone.send('/api/auth/login', login('anna@example.org'))
    await server.visitor.send('/api/auth/password/forgot', { method: 'POST', json: { email: 'anna@example.org' } })
    const reset = { method: 'POST', json: { token: await token(), password: NEW_PASSWORD } }
    expect(JSON.stringify(server.db.orm.select().from(tokens).all())).not.toContain(reset.json.token)
    expect((await server.visitor.send('/api/auth/password/reset', reset)).status).toBe(204)
    expect((await phone.send('/api/profile')).status).toBe(401)
    expect((await server.visitor.send('/api/auth/login', login('anna@example.org', NEW_PASSWORD))).status).toBe(200)
    expect((await server.visitor.send('/api/auth/password/reset', reset)).status).toBe(400)
  })

  it('keeps a link that was tried with a weak password, and drops it after an hour', async () => {
    await server.visitor.send('/api/auth/password/forgot', { method: 'POST', json: { email: 'anna@example.org' } })
    const link = await token()
    const weak = await server.visitor.send('/api/auth/password/reset', {
      method: 'POST',
      json: { token: link, password: 'short' },
    })
    expect(weak.status).toBe(422)
    server.clock.ms += 3_601_000
    const late = await server.visitor.send('/api/auth/password/reset', {
      method: 'POST',
      json: { token: link, password: NEW_PASSWORD },
    })
    expect(late.status).toBe(400)
  })

  it('takes a link for one purpose only', async () => {
    await server.visitor.send('/api/auth/password/forgot', { method: 'POST', json: { email: 'anna@example.org' } })
    const answer = await server.visitor.send('/api/auth/email/verify', {
      method: 'POST',
      json: { token: await token() },
    })
    expect(answer.status).toBe(400)
  })

  it('forgets the link once the mail has left', async () => {
    await server.visitor.send('/api/auth/password/forgot', { method: 'POST', json: { email: 'anna@example.org' } })
    const link = await token()
    expect(JSON.stringify(server.db.orm.all(sql`select * from outbox`))).not.toContain(link)
  })
})

describe('limits', () => {
  it('refuses the eleventh try of an address before any hashing, and says when to come back', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
    const tries: Response[] = []
    for (let i = 0; i < 11; i++) tries.push(await server.visitor.send('/api/auth/login', login('nobody@example.org')))
    expect(tries.slice(0, 10).every(({ status }) => status === 401)).toBe(true)
    expect([tries[10]?.status, tries[10]?.headers.get('retry-after')]).toEqual([429, '900'])
    server.clock.ms += 900_000
    expect((await server.visitor.send('/api/auth/login', login('nobody@example.org'))).status).toBe(401)
    await server.close()
  })

  it('slows an account down under attack from many addresses, and still lets its owner in', async () => {
    const pauses: number[] = []
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
    const server = await startTestServer({ env, pause: async (ms) => void pauses.push(ms) })
    await server.signUp('anna@example.org')
    for (let i = 0; i < 22; i++)
      await server.visitor.send('/api/auth/login', {
        ...login('anna@example.org', 'wrong wrong'),
        headers: { 'x-forwarded-for': `10.0.0.${i}` },
      })
    expect(pauses).toEqual([2000, 2000])
    const owner = await server.visitor.send('/api/auth/login', {
      ...login('anna@example.org'),
      headers: { 'x-forwarded-for': '10.1.0.1' },
    })
    expect([owner.status, pauses.length]).toEqual([200, 3])
    await server.close()
  })

  it('is not fooled by a forged X-Forwarded-For without a proxy', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const answer = await server.visitor.send('/api/auth/login', {
        ...login('nobody@example.org'),
        headers: { 'x-forwarded-for': `10.0.0.${i}` },
      })
      statuses.push(answer.status)
    }
    expect(statuses.at(-1)).toBe(429)
    await server.close()
  })
})

it('marks the cookie for https only where it can', async () => {
  const secure = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://photos.example.org', RATE_LIMITS: 'on' } })
  const answer = await secure.app.request('/api/auth/signup', {
    method: 'POST',
    headers: { origin: 'https://photos.example.org', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.org', password: PASSWORD }),
  })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-sid=\w{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax; Secure$/,
  )
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  await secure.close()
})
