/**
 * Sends every sequence of three requests by a stranger, which includes every sequence of two, about a known, an unknown
 * and an unconfirmed address. Responses and work must not differ. Hashes are counted and computed by a fast function.
 */
import { createHash } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { emailChanges } from '#drizzle/schema.ts'
import { argon2id } from '#server/auth/hasher.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

vi.mock('#server/auth/hasher.ts', { spy: true })

const STRANGERS = 'the phrase of a stranger'
const KINDS = ['known', 'unknown', 'unconfirmed'] as const

type Action = (stranger: Browser, email: string) => Promise<Response>

/** The requests about an address that don't need access to its mailbox. `stranger` has an account of their own. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'sign up': (stranger, email) => stranger.post('/api/auth/signup', { email, password: STRANGERS }),
  'sign in': (stranger, email) => stranger.post('/api/auth/login', { email, password: STRANGERS }),
  forget: (stranger, email) => stranger.post('/api/auth/password/forgot', { email }),
  move: (stranger, email) => stranger.post('/api/account/email', { email, password: PASSWORD }),
}

let server: TestServer
const mails: { to: string; email: { text: string } }[] = []
beforeAll(async () => {
  vi.mocked(argon2id).mockImplementation(async ({ message, nonce }) =>
    createHash('sha256').update(String(message)).update(String(nonce)).digest(),
  )
  const env = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'hello@example.org' }
  server = await startTestServer({ env, mails: mails as never })
})

/** Creates an account, as the owner of the mailbox does. */
async function createAccount(email: string): Promise<Browser> {
  const browser = server.visitor
  await browser.ask('/api/auth/signup', { email, password: PASSWORD })
  await server.outbox.flush()
  const token = /verify-email[^\s]*[#=]([\w-]+)\s/.exec(mails.at(-1)?.email.text ?? '')?.[1]
  expect((await browser.post('/api/auth/email/verify', { token, password: PASSWORD })).status).toBe(204)
  return browser
}

/** Prepares an address that isn't the stranger's. */
async function prepare(kind: (typeof KINDS)[number], email: string): Promise<void> {
  if (kind === 'known') await createAccount(email)
  if (kind === 'unconfirmed') await server.visitor.ask('/api/auth/signup', { email, password: PASSWORD })
  await server.outbox.flush()
}

/** Runs the sequence. Returns everything that the stranger can observe, with the server's work for each request. */
async function observe(names: readonly string[], stranger: Browser, email: string): Promise<string[]> {
  const seen: string[] = []
  const asked = vi.spyOn(server.db, 'query')
  const wrote = vi.spyOn(server.db, 'transaction')
  const queued = vi.spyOn(server.deps.mail, 'queue')
  for (const name of names) {
    for (const work of [argon2id, asked, wrote, queued]) vi.mocked(work).mockClear()
    const answer = await ACTIONS[name]!(stranger, email)
    const counts = [argon2id, asked, wrote, queued].map((work) => vi.mocked(work).mock.calls.length)
    const body = (await answer.text()).replaceAll(email, 'EMAIL')
    seen.push([name, answer.status, body, answer.headers.getSetCookie(), counts].join(' '))
    await server.outbox.flush()
  }
  for (const spy of [asked, wrote, queued]) spy.mockRestore()
  seen.push((await (await stranger.send('/api/account/export')).text()).replaceAll(email, 'EMAIL'))
  return seen
}

const names = Object.keys(ACTIONS)
const pairs = names.flatMap((second) => names.map((third) => [second, third]))

it.each(names)(
  "a sequence of requests that begins with “%s” doesn't reveal whether an address has an account",
  async (first) => {
    const stranger = await createAccount(`stranger-${names.indexOf(first)}@example.org`)
    const { cookie } = stranger
    for (const [i, pair] of pairs.entries()) {
      const seen = new Set<string>()
      for (const kind of KINDS) {
        stranger.cookie = cookie
        // deletes the pending change, because the stranger's export would contain it
        server.db.orm.delete(emailChanges).run()
        const email = `${kind}-${i}-of-${names.indexOf(first)}@example.org`
        await prepare(kind, email)
        seen.add((await observe([first, ...pair], stranger, email)).join('\n'))
      }
      expect(seen.size, [...seen].join('\n\n')).toBe(1)
    }
  },
)
