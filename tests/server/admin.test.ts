/** Tests the routes of the operator's page: access, responses and changes. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { billing, fileDeletions, profiles, sessions, users } from '#drizzle/schema.ts'
import { connectDatabase } from '#server/admin/command.ts'
import { runCommand } from '#server/admin/commands.ts'
import { createAccount, setAdmin, setDisabled } from '#server/auth/accounts.ts'
import { MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { code, login, startTestServer, type TestServer } from './helpers/server.ts'

interface Listed {
  id: string
  email: string
  disabled: boolean
  admin: boolean
  profile: { paid: boolean; download_credits: number; expires_at: string | null }
}

const DAY_MS = 86_400_000

let server: TestServer
let boss: Browser & { id: string }
let anna: Browser & { id: string }
let logLines: string[]

/** The resources that `runCommand` needs in addition to the running server's configuration. */
const RESOURCES = { migrations: MIGRATIONS, files: () => [], unit: () => '', command: ['midground'] } as const
const operate = (word: string, ...args: string[]) => runCommand(word, args, server.deps.config, RESOURCES)

beforeEach(async () => {
  logLines = []
  server = await startTestServer({ env: { BILLING: 'sandbox', RATE_LIMITS: 'on' }, logLines })
  boss = await server.signUp('boss@example.org')
  anna = await server.signUp('anna.o’hara@example.org')
})

const search = async (text: string) =>
  (await (await boss.send(`/api/admin/accounts?search=${encodeURIComponent(text)}`)).json()) as {
    accounts: Listed[]
    more: boolean
  }
const emails = async (text: string) => (await search(text)).accounts.map(({ email }) => email)

const change = (action: unknown, amount: unknown = 0, { password = PASSWORD as unknown, id = anna.id } = {}) =>
  boss.post(`/api/admin/accounts/${id}`, { password, action, amount })
const changed = async (...args: Parameters<typeof change>) => (await (await change(...args)).json()) as Listed
const disable = (id: string) => server.db.transaction((orm) => setDisabled(orm, id, server.clock.ms))
const creditsOf = (id: string) =>
  server.db.orm.select().from(profiles).where(eq(profiles.id, id)).get()?.downloadCredits

it('the command midground user role makes an account an admin and revokes the role', async () => {
  const read = async () => [
    (await boss.send('/api/admin/state')).status,
    ((await (await boss.send('/api/auth/session')).json()) as { user: { isAdmin?: true } }).user.isAdmin,
  ]
  expect(await read()).toEqual([404, undefined])
  expect(await operate('user', 'role', 'BOSS@example.org', 'admin')).toBe(0)
  expect(await read()).toEqual([200, true])
  expect((await anna.send('/api/admin/state')).status).toBe(404)
  expect(await operate('user', 'role', 'boss@example.org', 'king')).toBe(2)
  expect(await operate('user', 'role', 'boss@example.org', 'user')).toBe(0)
  expect(await read()).toEqual([404, undefined])
})

it('midground user delete names the Stripe customer even if the storage fails', async () => {
  server.db.orm.insert(billing).values({ userId: anna.id, customerId: 'cus_anna' }).run()
  server.db.orm.insert(fileDeletions).values({ storageKey: 'a key that no storage deletes' }).run()
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const exit = await operate('user', 'delete', 'anna.o’hara@example.org').catch(String)
  const printed = written.mock.calls.join('')
  written.mockRestore()
  expect([exit, printed]).toEqual([0, expect.stringContaining('The Stripe customer was not deleted: cus_anna')])
  expect(server.db.orm.select().from(fileDeletions).all()).toMatchObject([{ tries: 1 }])
})

it('the copies before two upgrades to the same version have the times of the upgrades', async () => {
  const dataDir = makeFolder()
  const config = {
    databaseFile: join(dataDir, 'midground.db'),
    databaseServer: null,
    dataDir,
    dbSync: 'NORMAL',
  } as const
  const upgradeAt = async (time: string) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${config.databaseFile}${end}`, { force: true })
    ;(await connectDatabase(config, { migrations: MIGRATIONS.slice(0, -1) })).close()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    ;(await connectDatabase(config, { migrations: MIGRATIONS })).close()
    vi.useRealTimers()
    rmSync(join(dataDir, '.locks'), { recursive: true })
  }
  await upgradeAt('2026-11-30T10:15:00Z')
  await upgradeAt('2026-12-01T08:00:00Z')
  const name = `midground-before-version-${MIGRATIONS.length}`
  expect(readdirSync(dataDir).filter((file) => file.includes('before'))).toEqual([
    `${name}-2026-11-30T101500Z.db`,
    `${name}-2026-12-01T080000Z.db`,
  ])
})

describe('the requests of an admin', () => {
  beforeEach(() => setAdmin(server.db, boss.id, server.clock.ms))

  it('/api/admin/state returns the state of the installation to an admin', async () => {
    await operate('backup')
    const state = await (await boss.send('/api/admin/state')).json()
    expect(state).toMatchObject({ accounts: 2, mail: null, trial_images: { pictures: 0, bytes: 0 }, jobs: [] })
    const { version, database, disk, backups } = state as {
      version: string
      database: number
      disk: { free: number; size: number }
      backups: { name: string; bytes: number; made_at: string }[]
    }
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(database).toBeGreaterThan(10_000)
    expect(disk.size).toBeGreaterThan(disk.free)
    const name = expect.stringMatching(/^manual-.*\.db$/)
    expect(backups).toEqual([{ name, bytes: expect.any(Number), made_at: expect.any(String) }])
  })

  it('/api/admin/state returns the number of queued emails', async () => {
    server = await startTestServer({ mails: [], env: { SMTP_HOST: 'mail.example.org', SMTP_FROM: 'a@example.org' } })
    const email = 'root@example.org'
    const account = { id: 'root', email, passwordHash: 'none', isVerified: true, credits: 0, now: server.clock.ms }
    await createAccount(server.db, account)
    await setAdmin(server.db, 'root', server.clock.ms)
    const proof = { account, secondFactor: false }
    const browser = Object.assign(server.visitor, { cookie: (await server.deps.sessions.start(proof))?.split(';')[0] })
    await server.deps.mail.queue({ template: 'forgot-password', to: email, data: {} })
    expect(await (await browser.send('/api/admin/state')).json()).toMatchObject({
      mail: { waiting: 1, stuck: 0, failed: 0 },
    })
  })

  it('an admin finds accounts by a part of the email address', async () => {
    expect(await emails('')).toEqual(expect.arrayContaining(['boss@example.org', 'anna.o’hara@example.org']))
    expect(await emails('ANNA.O’')).toEqual(['anna.o’hara@example.org'])
    const { email } = await server.signUp('cleo@bücher.de')
    for (const text of ['cleo@bü', 'BÜCHER', 'cleo@BÜCHER.de', 'xn--bcher']) expect(await emails(text)).toEqual([email])
    for (const text of ['%', '_', "' or 1=1 --", '"', '\\', '\u0000', '<script>', '__proto__', 'x'.repeat(2000)])
      expect(await emails(text), text).toEqual([])
    expect(JSON.stringify(await search(''))).not.toContain('argon2')
  })

  it('a search by an admin returns the newest 50 accounts', async () => {
    const insert = (n: number) => {
      const account = { id: `id${n}`, email: `user${n}@example.net`, now: server.clock.ms + n * 1000 }
      return createAccount(server.db, { ...account, passwordHash: 'none', isVerified: false, credits: 2 })
    }
    for (let n = 0; n < 50; n += 1) await insert(n)
    expect([(await search('@example.net')).accounts.length, (await search('@example.net')).more]).toEqual([50, false])
    await insert(50)
    const found = await search('@example.net')
    expect([found.accounts.length, found.more, found.accounts[0]?.email]).toEqual([50, true, 'user50@example.net'])
  })

  it('an admin sets credits, grants Pro and ends the grant of an account', async () => {
    expect((await changed('credits', 7)).profile.download_credits).toBe(7)
    const granted = (await changed('grant-pro', 30)).profile
    expect(granted.paid).toBe(true)
    expect(Date.parse(granted.expires_at ?? '') - server.clock.ms).toBeCloseTo(30 * DAY_MS, -4)
    expect((await changed('grant-pro', 0)).profile.paid).toBe(false)
  })

  it('an admin disables an account and enables the account again', async () => {
    server.db.orm.insert(billing).values({ userId: anna.id, customerId: 'cus_anna', status: 'active' }).run()
    expect(await changed('disable')).toMatchObject({ disabled: true, charged: 'cus_anna' }) // a customer of Stripe
    expect((await anna.send('/api/profile')).status).toBe(401)
    expect((await anna.send('/api/auth/login', login('anna.o’hara@example.org'))).status).toBe(401)
    expect(await changed('enable')).toMatchObject({ disabled: false, charged: null })
    expect((await anna.send('/api/auth/login', login('anna.o’hara@example.org'))).status).toBe(200)
  })

  it('an admin can’t disable their own account', async () => {
    const answer = await change('disable', 0, { id: boss.id })
    expect([answer.status, await code(answer)]).toEqual([409, 'conflict'])
    expect((await boss.send('/api/admin/state')).status).toBe(200)
  })

  it.each([
    ['credits', -1],
    ['credits', 1.5],
    ['credits', 1_000_001],
    ['credits', '5'],
    ['credits', null],
    ['grant-pro', 36_501],
    ['disable', 1],
    ['delete', 0],
    ['toString', 0],
    ['__proto__', 0],
    [['credits'], 5],
  ])('an admin can’t make the invalid change %j with the amount %j', async (action, amount) => {
    expect((await change(action, amount)).status).toBe(400)
    expect(creditsOf(anna.id)).toBe(2)
  })

  it("an admin's change to an unknown account gets 404", async () => {
    for (const id of ['nobody', '%', encodeURIComponent("' or 1=1 --")])
      expect((await change('credits', 9, { id })).status).toBe(404)
    expect([creditsOf(anna.id), creditsOf(boss.id)]).toEqual([2, 2])
  })

  it('an admin must enter the password for each change, with at most five wrong attempts', async () => {
    for (let n = 1; n <= 7; n += 1) expect((await change('credits', n)).status).toBe(200)
    for (const password of ['', 'wrong wrong', 'x'.repeat(5000), PASSWORD.toUpperCase()])
      expect(await code(await change('credits', 99, { password }))).toBe('wrong_password')
    expect((await change('credits', 99, { password: null })).status).toBe(400)
    expect((await change('credits', 99, { password: 'wrong again' })).status).toBe(401)
    const late = await change('credits', 99)
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(creditsOf(anna.id)).toBe(7)
  })

  it("the log of an admin's change has ids, but no email addresses or passwords", async () => {
    await change('credits', 9)
    await change('credits', 9, { password: 'wrong wrong' })
    const written = logLines.filter((line) => line.includes('operator’s page')).map((line) => JSON.parse(line))
    expect(written).toMatchObject([
      { admin: boss.id, account: anna.id, action: 'credits', amount: 9 },
      { admin: boss.id, msg: 'wrong password on the operator’s page' },
    ])
    expect(logLines.join('\n')).not.toMatch(/@example|battery|wrong wrong/)
  })

  it('/api/admin/changes lists the account changes with the admin or command, newest first', async () => {
    await change('credits', 7)
    await change('disable', 0)
    await change('credits', 9, { password: 'wrong wrong' })
    await operate('user', 'enable', 'anna.o’hara@example.org')
    await operate('user', 'delete', 'anna.o’hara@example.org')
    const { changes } = (await (await boss.send('/api/admin/changes')).json()) as { changes: object[] }
    expect(changes).toMatchObject([
      { admin: null, account: anna.id, action: 'delete', amount: 0 },
      { admin: null, account: anna.id, action: 'enable', amount: 0 },
      { admin: 'boss@example.org', account: anna.id, action: 'disable', amount: 0 },
      { admin: 'boss@example.org', account: anna.id, action: 'credits', amount: 7, at: expect.any(String) },
    ])
    expect((await anna.send('/api/admin/changes')).status).toBe(404)
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    expect(await operate('changes', '1')).toBe(0)
    expect(written.mock.calls.join('')).toMatch(new RegExp(`^[\\dT:-]+  command  ${anna.id}  delete\n$`))
    written.mockRestore()
    expect(await operate('changes', 'all')).toBe(2)
  })

  it('two admins who disable each other at the same time leave one admin enabled', async () => {
    await setAdmin(server.db, anna.id, server.clock.ms)
    const each = await Promise.all([
      change('disable'),
      anna.post(`/api/admin/accounts/${boss.id}`, { password: PASSWORD, action: 'disable', amount: 0 }),
    ])
    expect(each.map(({ status }) => status).sort()).toEqual([200, 409])
    const enabled = server.db.orm.select().from(users).where(isNull(users.disabledAt)).all()
    expect(enabled.filter(({ adminSince }) => adminSince !== null)).toHaveLength(1)
  })

  it('the operator’s page renews the session cookie', async () => {
    // Lucia renews a session in the second half of its 30 days, by the system's clock
    const expiresAt = Math.floor((Date.now() + 10 * DAY_MS) / 1000)
    server.db.orm.update(sessions).set({ expiresAt }).where(eq(sessions.userId, boss.id)).run()
    const answer = await boss.send('/api/admin/state')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^sid=.+Max-Age=/)])
  })

  it("with ADMIN_SECOND_FACTOR, the operator's page requires a sign-in with a second factor", async () => {
    server = await startTestServer({ env: { BILLING: 'sandbox', ADMIN_SECOND_FACTOR: 'on' } })
    const root = await server.signUp('root@example.org')
    const read = async () => {
      const answer = await root.send('/api/admin/state')
      return answer.ok ? answer.status : [answer.status, await code(answer)]
    }
    expect(await read()).toEqual([404, 'not_found'])
    await setAdmin(server.db, root.id, server.clock.ms)
    expect(await read()).toEqual([403, 'two_steps_needed'])
    server.db.orm.update(sessions).set({ secondFactor: true }).where(eq(sessions.userId, root.id)).run()
    expect(await read()).toBe(200)
  })

  it("an admin whose account is disabled, signed out or expired can't open the page", async () => {
    const read = async () => (await boss.send('/api/admin/state')).status
    await disable(boss.id)
    expect(await read()).toBe(404)
    await server.db.transaction((orm) => setDisabled(orm, boss.id, null))
    expect(await read()).toBe(404) // the account's session was deleted
    await boss.send('/api/auth/login', login('boss@example.org'))
    expect(await read()).toBe(200)
    server.clock.ms += 91 * DAY_MS
    expect([await read(), (await change('credits', 9)).status]).toEqual([404, 404])
  })

  it("a new account with a deleted admin's email address is not an admin", async () => {
    await boss.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
    expect(server.db.orm.select().from(users).where(eq(users.id, boss.id)).get()).toBeUndefined()
    expect((await (await server.signUp('boss@example.org')).send('/api/admin/state')).status).toBe(404)
  })
})
