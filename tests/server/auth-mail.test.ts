/** Accounts whose addresses are confirmed by mail. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokens } from '#drizzle/schema.ts'
import { readSecretLink } from '#server/contract/links.ts'
import { code, login, NEW_PASSWORD } from './helpers/accounts.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const SMTP = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'hello@example.org' }

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
