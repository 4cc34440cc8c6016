/** Tests the user's list of sessions, ending a session, and the limit of 90 days. */
import { expect, it } from 'vitest'
import { sessions } from '#drizzle/schema.ts'
import { deviceCookies } from '#server/auth/device-cookie.ts'
import { browserName } from '#server/auth/sessions.ts'
import { issueToken, readToken } from '#server/auth/tokens.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { PASSWORD } from './helpers/browser.ts'
import { login, NEW_PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

const DAY_MS = 86_400_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

interface Listed {
  id: string
  browser: string | null
  signed_in_at: string
  current: boolean
}

let server: TestServer

const list = async (browser: { send: TestServer['visitor']['send'] }) =>
  ((await (await browser.send('/api/account/sessions')).json()) as { sessions: Listed[] }).sessions

it('an account lists its own sessions and ends one of them', async () => {
  server = await startTestServer()
  const anna = await server.signUp('anna@example.org')
  const bert = await server.signUp('bert@example.org')
  server.clock.ms += 60_000
  const phone = server.visitor
  await phone.send('/api/auth/login', { ...login('anna@example.org'), headers: { 'user-agent': IPHONE } })
  const seen = await list(anna)
  expect(seen.map(({ browser, current }) => [browser, current])).toEqual([
    ['Safari, iPhone', false],
    [null, true],
  ])
  expect(JSON.stringify(seen)).not.toContain(/sid=([^;]+)/.exec(anna.cookie)![1])

  const other = seen[0]!.id
  expect((await bert.send(`/api/account/sessions/${other}`, { method: 'DELETE' })).status).toBe(404)
  expect((await anna.send('/api/account/sessions/%25', { method: 'DELETE' })).status).toBe(404)
  expect((await anna.send('/api/account/sessions/________________', { method: 'DELETE' })).status).toBe(404)
  expect((await phone.send('/api/profile')).status).toBe(200)
  expect((await anna.send(`/api/account/sessions/${other}`, { method: 'DELETE' })).status).toBe(204)
  expect([(await phone.send('/api/profile')).status, (await anna.send('/api/profile')).status]).toEqual([401, 200])
  expect(await list(anna)).toHaveLength(1)
  expect(await list(bert)).toHaveLength(1)
})

it('a session expires 90 days after sign-in, even if it is in use', async () => {
  server = await startTestServer()
  const anna = await server.signUp('anna@example.org')
  const until = server.clock.ms + 90 * DAY_MS
  while (server.clock.ms < until - DAY_MS) {
    expect((await anna.send('/api/profile')).status).toBe(200)
    server.clock.ms += DAY_MS
  }
  server.clock.ms = until + 1000
  expect((await anna.send('/api/profile')).status).toBe(401)
  await deleteExpired(server.deps)
  expect(server.db.orm.select().from(sessions).all()).toEqual([])
})

it('the owner gets an email after a password change', async () => {
  const mails: { to: string; email: { subject: string } }[] = []
  server = await startTestServer({
    env: { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'a@example.org', REQUIRE_VERIFIED_EMAIL: 'off' },
    mails: mails as never,
  })
  const anna = await server.signUp('anna@example.org')
  const change = { method: 'POST', json: { current: PASSWORD, next: NEW_PASSWORD } }
  expect((await anna.send('/api/auth/password/change', change)).status).toBe(204)
  await server.outbox.flush()
  const sent = mails.map(({ to, email }) => `${to}: ${email.subject}`)
  expect(sent).toContain('anna@example.org: Your Midground password was changed')
})

it.each([
  [FIREFOX, 'Firefox, Linux'],
  [IPHONE, 'Safari, iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge, Windows'],
  ['curl/8.0', null],
  ['<script>Linux', 'Linux'],
  [undefined, null],
])('browserName names browser and system of the user agent %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

it('security.txt contains the security contact if configured', async () => {
  server = await startTestServer({ env: { SECURITY_CONTACT: 'security@example.org' } })
  const answer = await server.visitor.send('/.well-known/security.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const text = await answer.text()
  expect(text).toMatch(/^Contact: mailto:security@example\.org$/m)
  expect(text).toMatch(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/m)
  server = await startTestServer()
  expect((await server.visitor.send('/.well-known/security.txt')).status).toBe(404)
})

it('HSTS covers subdomains only if configured', async () => {
  const https = { PUBLIC_ORIGIN: 'https://photos.example.org', BILLING: 'off', RATE_LIMITS: 'on' }
  const hsts = async (env: Record<string, string>) => {
    server = await startTestServer({ env: { ...https, ...env } })
    return (await server.visitor.send('/api/config')).headers.get('strict-transport-security')
  }
  expect(await hsts({})).toBe('max-age=31536000')
  expect(await hsts({ HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains')
})

it.each(['sid=%00%ff', 'device=a.b; sid=%E1', 'sid=%', `sid=${'a'.repeat(7000)}`, 'sid="x";sid=y', '=;;sid'])(
  'the cookie %s does not open a session',
  async (cookie) => {
    server = await startTestServer()
    const answer = await server.visitor.send('/api/auth/session', { headers: { cookie } })
    expect([answer.status, await answer.json()]).toEqual([200, { user: null }])
    expect((await server.visitor.send('/api/profile', { headers: { cookie } })).status).toBe(401)
  },
)

it('a session started while the clock was ahead expires when the clock is corrected', async () => {
  server = await startTestServer()
  const right = server.clock.ms
  server.clock.ms += 200 * DAY_MS
  const anna = await server.signUp('anna@example.org')
  expect((await anna.send('/api/profile')).status).toBe(200)
  server.clock.ms = right
  expect((await anna.send('/api/profile')).status).toBe(401)
  const { cookie } = anna
  expect((await anna.send('/api/auth/login', login('anna@example.org'))).status).toBe(200)
  expect(await list(anna)).toHaveLength(1)
  expect(anna.cookie).not.toBe(cookie)
})

it('a new browser becomes a known browser even if ten known browsers are dated in the future', async () => {
  server = await startTestServer()
  const right = server.clock.ms
  server.clock.ms += 200 * DAY_MS
  const { id } = await server.signUp('anna@example.org')
  for (let i = 0; i < 10; i++) await server.visitor.send('/api/auth/login', login('anna@example.org'))
  server.clock.ms = right
  const browser = server.visitor
  await browser.send('/api/auth/login', login('anna@example.org'))
  expect(await deviceCookies(server.deps).recognize(browser.cookie, id)).not.toBeNull()
})

it('a link issued while the clock was ahead is not valid for longer than other links', async () => {
  server = await startTestServer()
  const { id } = await server.signUp('anna@example.org')
  const right = server.clock.ms
  server.clock.ms += 200 * DAY_MS
  const token = await issueToken(server.deps, 'reset_password', id)
  expect(await readToken(server.deps, 'reset_password', token)).toBe(id)
  server.clock.ms = right
  expect(await readToken(server.deps, 'reset_password', token)).toBeNull()
})
