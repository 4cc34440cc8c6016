/** Tests changes to an account during a sign-in. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { sessions, users } from '#drizzle/schema.ts'
import { setDisabled, setPassword } from '#server/auth/accounts.ts'
import { hashPassword } from '#server/auth/password.ts'
import { beginSetup, confirmSetup } from '#server/auth/second-factor.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { code, codeAt, login, NEW_PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

const REQUEST = { purpose: 'signUp' } as const
const EMAIL = 'anna@example.org'
let server: TestServer
let anna: Browser & { id: string }
beforeEach(async () => {
  server = await startTestServer()
  anna = await server.signUp(EMAIL)
})

/** Runs `change` after the password check and before the session starts. */
function beforeNextSession(change: () => Promise<unknown>): void {
  const { sessions: store } = server.deps
  const { start } = store
  store.start = async (...args) => {
    store.start = start
    await change()
    return start(...args)
  }
}

async function turnOnSecondFactor(): Promise<void> {
  const secret = await beginSetup(server.deps, anna.id)
  if (secret === null) throw new Error('it is on already')
  const codes = await confirmSetup(server.deps, anna.id, 'none', codeAt(secret, server.clock.ms))
  expect(codes).toHaveLength(10)
}

it.each([
  [
    'the password is changed',
    async () => setPassword(server.db, anna.id, await hashPassword(NEW_PASSWORD, server.deps.random, REQUEST)),
  ],
  ['the account is disabled', () => server.db.transaction((orm) => setDisabled(orm, anna.id, server.clock.ms))],
  ['the second factor is turned on', turnOnSecondFactor],
] as const)('no session starts when %s during the sign-in', async (_, change) => {
  beforeNextSession(change)
  const browser = server.visitor
  expect((await browser.send('/api/auth/login', login(EMAIL))).status).toBe(401)
  expect(browser.cookie).toBe('')
  expect(server.db.orm.select().from(sessions).all()).toEqual([])
})

it('a password change does not start a session if another password change happens at the same time', async () => {
  const replace = async () =>
    setPassword(server.db, anna.id, await hashPassword(NEW_PASSWORD, server.deps.random, REQUEST))
  beforeNextSession(replace)
  const next = 'the first of the two passwords'
  const changed = await anna.post('/api/auth/password/change', { current: PASSWORD, next })
  expect([changed.status, changed.headers.getSetCookie()]).toEqual([204, []])
  expect(server.db.orm.select().from(sessions).all()).toEqual([])
})

it('two-step setup gets 401 if the account is deleted during the request', async () => {
  const { deps, db } = server
  const random = deps.random
  Object.assign(deps, {
    random: (bytes: number) => {
      db.orm.delete(users).where(eq(users.id, anna.id)).run()
      return random(bytes)
    },
  })
  const answer = await anna.post('/api/account/second-factor/setup', { password: PASSWORD })
  expect([answer.status, await code(answer)]).toEqual([401, 'signed_out'])
})
