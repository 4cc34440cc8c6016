/** Tests two-step sign-in: codes of an authenticator app and recovery codes. */
import { beforeEach, describe, expect, it } from 'vitest'
import { recoveryCodes, secondFactors, sessions } from '#drizzle/schema.ts'
import { userCommand } from '#server/admin/accounts.ts'
import { err } from '#server/contract/result.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { code, codeAt as codeAtTime, login, startTestServer, type TestServer } from './helpers/server.ts'

const EMAIL = 'anna@example.org'
const PATH = '/api/account/second-factor'
const env = { RATE_LIMITS: 'on', SMTP_HOST: '127.0.0.1', SMTP_FROM: 'a@example.org', REQUIRE_VERIFIED_EMAIL: 'off' }

let server: TestServer
let anna: Browser
const mails: { to: string; email: { subject: string } }[] = []
beforeEach(async () => {
  mails.length = 0
  server = await startTestServer({ env, mails: mails as never })
  anna = await server.signUp(EMAIL)
})

const post = (browser: Browser, path: string, json: object) => browser.post(path, json)
const codeAt = (secret: string, steps = 0) => codeAtTime(secret, server.clock.ms + steps * 30_000)
const nextStep = () => {
  server.clock.ms += 30_000
}

async function begin(browser = anna): Promise<string> {
  const answer = await post(browser, `${PATH}/setup`, { password: PASSWORD })
  expect(answer.status).toBe(200)
  const { secret, uri } = (await answer.json()) as { secret: string; uri: string }
  expect(uri).toContain(`secret=${secret}`)
  return secret
}

async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  const secret = await begin()
  const answer = await post(anna, `${PATH}/confirm`, { code: codeAt(secret) })
  expect(answer.status).toBe(200)
  const { recovery_codes } = (await answer.json()) as { recovery_codes: string[] }
  nextStep() // the confirmation has used up the code of this time step
  return { secret, codes: recovery_codes }
}

const signIn = (given?: string, browser: Browser = server.visitor) => {
  const { json, ...call } = login(EMAIL, PASSWORD)
  return browser.send('/api/auth/login', { ...call, json: { ...(json as object), ...(given ? { code: given } : {}) } })
}
const outcome = async (answer: Response) => (answer.status === 200 ? 200 : await code(answer))

describe('turning two-step sign-in on', () => {
  it('turning two-step sign-in on requires the password', async () => {
    expect(await code(await post(anna, `${PATH}/setup`, { password: 'wrong wrong' }))).toBe('wrong_password')
    expect(server.db.orm.select().from(secondFactors).all()).toEqual([])
  })

  it("sign-in doesn't require a code until the user confirms the setup of two-step sign-in", async () => {
    const secret = await begin()
    expect(await outcome(await signIn())).toBe(200)
    expect(await code(await post(anna, `${PATH}/confirm`, { code: '000000' }))).toBe('wrong_code')
    expect(await (await anna.send(PATH)).json()).toEqual({ on: false, recovery_codes_left: 0 })
    expect((await post(anna, `${PATH}/confirm`, { code: codeAt(secret) })).status).toBe(200)
    expect(await outcome(await signIn())).toBe('code_needed')
  })

  it('the server shows ten recovery codes once and stores only their hashes', async () => {
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    for (const each of codes) expect(each).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    const stored = JSON.stringify(server.db.orm.select().from(recoveryCodes).all())
    for (const each of codes) expect(stored).not.toContain(each.replaceAll('-', ''))
    expect(await (await anna.send(PATH)).json()).toEqual({ on: true, recovery_codes_left: 10 })
  })

  it('turning two-step sign-in on signs out all other sessions', async () => {
    const other = server.visitor
    await signIn(undefined, other)
    await turnOn()
    expect((await other.send('/api/profile')).status).toBe(401)
    expect((await anna.send('/api/profile')).status).toBe(200)
    expect(server.db.orm.select().from(sessions).all()).toMatchObject([{ secondFactor: true }])
    await server.outbox.flush()
    expect(mails.map(({ to, email }) => [to, email.subject])).toEqual([
      [EMAIL, 'Two-step sign-in is on for your Midground account'],
    ])
  })

  it('confirming the setup again is a conflict, not a wrong code, and preserves the recovery codes', async () => {
    const { secret } = await turnOn()
    const before = server.db.orm.select().from(recoveryCodes).all()
    const again = await post(anna, `${PATH}/confirm`, { code: codeAt(secret) })
    expect([again.status, await code(again)]).toEqual([409, 'conflict'])
    server.clock.ms += 3_600_000
    const late = await post(anna, `${PATH}/confirm`, { code: codeAt(secret) })
    expect(await code(late), 'an attacker must not learn whether a code is right').toBe('wrong_code')
    expect(server.db.orm.select().from(recoveryCodes).all()).toEqual(before)
  })

  it('a repeated setup of two-step sign-in does not replace the setup key', async () => {
    const { secret } = await turnOn()
    expect(await code(await post(anna, `${PATH}/setup`, { password: PASSWORD }))).toBe('conflict')
    expect(server.db.orm.select().from(secondFactors).all()).toMatchObject([{ secret }])
  })

  it('the data export of an account contains neither the setup key nor the recovery codes', async () => {
    const { secret } = await turnOn()
    const text = await (await anna.send('/api/account/export')).text()
    expect(text).not.toContain(secret)
    for (const { hash } of server.db.orm.select().from(recoveryCodes).all()) expect(text).not.toContain(hash)
  })
})

describe('signing in with a second factor', () => {
  it('sign-in asks for a code only after the right password', async () => {
    await turnOn()
    const wrong = await server.visitor.send('/api/auth/login', login(EMAIL, 'wrong wrong'))
    expect(await code(wrong)).toBe('bad_credentials')
    expect(await outcome(await signIn())).toBe('code_needed')
  })

  it('codes work again after a wrong clock is corrected', async () => {
    const { secret } = await turnOn()
    const right = server.clock.ms
    server.clock.ms += 7 * 86_400_000
    expect(await outcome(await signIn(codeAt(secret)))).toBe(200)
    server.clock.ms = right
    const given = codeAt(secret)
    expect(await outcome(await signIn(given))).toBe(200)
    expect(await outcome(await signIn(given)), 'each code works once').toBe('wrong_code')
  })

  it.each([-1, 0, 1])('sign-in accepts the code that is %i time steps away from the current code', async (steps) => {
    const { secret } = await turnOn()
    nextStep()
    expect(await outcome(await signIn(codeAt(secret, steps)))).toBe(200)
    expect(server.db.orm.select().from(sessions).all()).toMatchObject([{ secondFactor: true }, { secondFactor: true }])
  })

  it('a second-factor code works once, even in ten simultaneous requests', async () => {
    const { secret } = await turnOn()
    const same = await Promise.all(Array.from({ length: 4 }, () => signIn(codeAt(secret)).then(outcome)))
    expect(same.filter((each) => each === 200)).toHaveLength(1)
    expect(await outcome(await signIn(codeAt(secret)))).toBe('wrong_code')
    server.clock.ms += 900_000
    expect(await outcome(await signIn(codeAt(secret)))).toBe(200)
    expect(await outcome(await signIn(codeAt(secret, -1))), 'the code of the previous time step').toBe('wrong_code')
  })

  it.each([
    ['Arabic', 0x660],
    ['Persian', 0x6f0],
    ['full-width', 0xff10],
  ])('sign-in accepts a code in %s digits', async (_script, zero) => {
    const { secret } = await turnOn()
    const typed = codeAt(secret).replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
    expect(await outcome(await signIn(typed))).toBe(200)
  })

  it('each recovery code works once, even in upper case or with spaces', async () => {
    const { codes } = await turnOn()
    expect(await outcome(await signIn(codes[0]))).toBe(200)
    expect(await outcome(await signIn(codes[0]))).toBe('wrong_code')
    expect(await outcome(await signIn(codes[1]?.replaceAll('-', ' ').toUpperCase()))).toBe(200)
    expect(await (await anna.send(PATH)).json()).toEqual({ on: true, recovery_codes_left: 8 })
  })

  it('only known browsers can sign in after five wrong codes from unknown browsers', async () => {
    const { secret } = await turnOn()
    await server.outbox.flush()
    mails.length = 0
    const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn('000000').then(outcome)))
    expect(guesses.filter((each) => each === 'wrong_code')).toHaveLength(5)
    expect(guesses.filter((each) => each === 'too_many')).toHaveLength(3)
    expect(await outcome(await signIn(codeAt(secret))), 'the right code comes too late').toBe('too_many')
    await anna.post('/api/auth/logout')
    expect(await outcome(await signIn(codeAt(secret), anna))).toBe(200)
    await server.outbox.flush()
    expect(mails.map(({ email }) => email.subject)).toEqual(['Failed sign-in attempts on your Midground account'])
  })

  it('at most 30 second-factor codes a day are checked', async () => {
    await turnOn()
    let checked = 0
    for (let quarter = 0; quarter < 7; quarter++) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => signIn('000000').then(outcome)))
      checked += answers.filter((each) => each === 'wrong_code').length
      server.clock.ms += 900_000
    }
    expect(checked).toBe(30)
  })

  it('all known browsers of an account share one daily limit of codes', async () => {
    server = await startTestServer({ env: { ...env, RATE_LIMITS: 'code-known-d=5' }, mails: mails as never })
    anna = await server.signUp(EMAIL)
    const known = [server.visitor, server.visitor]
    for (const browser of known) await signIn(undefined, browser)
    await turnOn()
    const answers: unknown[] = []
    for (const browser of known)
      for (let guess = 0; guess < 4; guess++) answers.push(await outcome(await signIn('000000', browser)))
    expect(answers).toEqual([...Array(5).fill('wrong_code'), ...Array(3).fill('too_many')])
  })
})

describe('changes to an account with a second factor', () => {
  it.each([
    ['changing the email address', 'POST', '/api/account/email', 202],
    ['deleting the account', 'DELETE', '/api/account', 204],
  ])('%s needs the password and a code', async (_what, method, path, status) => {
    const { secret } = await turnOn()
    const ask = (more: object) =>
      anna.send(path, { method, json: { email: 'b@example.org', password: PASSWORD, ...more } })
    expect(await code(await ask({}))).toBe('code_needed')
    expect(await code(await ask({ code: '000000' }))).toBe('wrong_code')
    expect(await code(await ask({ password: 'wrong wrong', code: codeAt(secret) }))).toBe('wrong_password')
    for (let n = 0; n < 5; n++)
      expect(await code(await ask({})), 'asking whether a code is needed is no attempt').toBe('code_needed')
    expect((await ask({ code: codeAt(secret) })).status).toBe(status)
  })

  it("a failed deletion doesn't use up a code", async () => {
    const { secret, codes } = await turnOn()
    server.deps.subscriptions.endAll = async () => err('billing_failed')
    const remove = (given: string | undefined) =>
      anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD, code: given } })
    for (const given of [codes[0], codeAt(secret)]) {
      expect(await code(await remove(given))).toBe('not_deleted')
      expect(await outcome(await signIn(given)), 'the code still works, once').toBe(200)
      expect(await code(await remove(given))).toBe('wrong_code')
    }
  })
})

it("without a mail server, a change to a taken address doesn't use up a recovery code", async () => {
  server = await startTestServer()
  anna = await server.signUp(EMAIL)
  await server.signUp('ben@example.org')
  const { codes } = await turnOn()
  const move = (email: string) => post(anna, '/api/account/email', { email, password: PASSWORD, code: codes[0] })
  expect(await code(await move('ben@example.org'))).toBe('email_taken')
  expect((await move('free@example.org')).status).toBe(200)
})

describe('turning two-step sign-in off', () => {
  const turnOff = (json: object) => anna.send(PATH, { method: 'DELETE', json })

  it('turning two-step sign-in off requires the password and a code', async () => {
    const { secret } = await turnOn()
    expect(await code(await turnOff({ password: 'wrong wrong', code: codeAt(secret) }))).toBe('wrong_password')
    expect(await code(await turnOff({ password: PASSWORD, code: '000000' }))).toBe('wrong_code')
    expect((await turnOff({ password: PASSWORD, code: codeAt(secret) })).status).toBe(204)
    expect(await outcome(await signIn())).toBe(200)
    expect(server.db.orm.select().from(recoveryCodes).all()).toEqual([])
    await server.outbox.flush()
    expect(mails.map(({ email }) => email.subject)).toContain('Two-step sign-in is off for your Midground account')
  })

  it('the operator turns two-step sign-in off for a user who lost their phone and recovery codes', async () => {
    await turnOn()
    const { deps } = server
    const lines: string[] = []
    const context = { ...deps, args: ['second-factor-off', EMAIL], print: (line: string) => void lines.push(line) }
    expect(await userCommand(context as never)).toBe(0)
    expect(lines).toEqual([`Two-step sign-in is off for ${EMAIL}.`])
    expect(await outcome(await signIn())).toBe(200)
  })

  it('a password change does not turn two-step sign-in off', async () => {
    await turnOn()
    const json = { current: PASSWORD, next: 'another horse battery' }
    expect((await post(anna, '/api/auth/password/change', json)).status).toBe(204)
    const again = await server.visitor.send('/api/auth/login', login(EMAIL, json.next))
    expect(await code(again)).toBe('code_needed')
    expect(await (await anna.send(PATH)).json()).toMatchObject({ on: true })
  })
})
