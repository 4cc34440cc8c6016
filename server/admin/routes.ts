/** The routes of the operator's page. Users other than admins (`midground user role EMAIL admin`) get 404. */
import { count, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { leases, users } from '#drizzle/schema.ts'
import { findAccountById, provenAccount } from '#server/auth/accounts.ts'
import { type Admit, signedIn } from '#server/auth/signed-in.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { emailKey, plainEmail } from '#server/contract/api/credentials.ts'
import { profileToJson } from '#server/contract/plans/entitlements.ts'
import { toMs } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { type JsonObject, jsonBody, text } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { requestLog } from '#server/http/request-context.ts'
import { countMails, databaseBytes, diskSpace, listBackups } from '#server/metrics/readings.ts'
import { effectiveProfile, selectAccounts } from '#server/profiles/profiles.ts'
import { storedTotal } from '#server/trial-images/images.ts'
import manifest from '../../package.json' with { type: 'json' }
import { changeAccount, readChange } from './changes.ts'
import { listChanges } from './record.ts'

/** Maximum number of accounts or changes in a response. */
const PAGE = 50

/** Routes that show the state of the installation, list the accounts and change them. */
export const adminRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .use('/api/admin/*', signedIn(deps, RULES.adminUser, admitAdmins(deps.config)))
    .get('/api/admin/state', async (c) => c.json(await readState(deps), 200))
    .get('/api/admin/accounts', async (c) => {
      const search = c.req.query('search') ?? ''
      const isFound = sql`instr(${users.emailKey}, ${emailKey(search)}) > 0`
      const isWritten = sql`instr(lower(${users.email}), ${plainEmail(search)}) > 0` // part of an international domain
      const found = await findAccounts(deps, sql`(${isFound} or ${isWritten})`)
      return c.json({ accounts: found.slice(0, PAGE), more: found.length > PAGE }, 200)
    })
    .get('/api/admin/changes', async (c) => c.json({ changes: await listChanges(deps.db, PAGE) }, 200))
    .post('/api/admin/accounts/:id', jsonBody(readRequest), async (c) => {
      const { password, ...change } = c.req.valid('json')
      const admin = c.get('user').id
      const wait = await deps.limiter.hit(RULES.adminPassword, admin)
      if (wait !== null) return tooMany(c, wait)
      const proven = await provenAccount(deps.db, admin, password, c.req.raw.signal)
      if (!proven) {
        requestLog(c).warn({ admin }, 'wrong password on the operator’s page')
        return fail(c, 401, 'wrong_password')
      }
      await deps.limiter.forgive([[RULES.adminPassword, admin]])
      const account = await findAccountById(deps.db, c.req.param('id'))
      if (!account) return fail(c, 404, 'not_found')
      const done = await changeAccount(deps, account, change, admin)
      if (!done) return fail(c, 409, 'conflict')
      requestLog(c).info({ admin, account: account.id, ...change }, 'account changed on the operator’s page')
      const [changed] = await findAccounts(deps, eq(users.id, account.id))
      return changed ? c.json({ ...changed, charged: done.charged }, 200) : fail(c, 404, 'not_found')
    })

/**
 * Admits admins. Returns 404 to other users, so that they can't detect the routes. With ADMIN_SECOND_FACTOR, admins
 * must have signed in with two-step sign-in.
 */
const admitAdmins =
  ({ adminSecondFactor }: Pick<Deps['config'], 'adminSecondFactor'>): Admit =>
  (c, found) => {
    if (!found?.user.isAdmin) return fail(c, 404, 'not_found')
    return adminSecondFactor && !found.secondFactor ? fail(c, 403, 'two_steps_needed') : null
  }

function readRequest(body: JsonObject) {
  const password = text(body.password)
  const change = readChange(body.action, body.amount)
  return password === undefined || !change ? ('invalid_request' as const) : { password, ...change }
}

/** Returns the newest matching accounts as JSON, at most `PAGE` + 1. */
async function findAccounts({ db, config, now }: Deps, condition: ReturnType<typeof sql>) {
  const rows = await db.query((orm) =>
    selectAccounts(orm)
      .where(condition)
      .orderBy(desc(users.createdAt))
      .limit(PAGE + 1)
      .all(),
  )
  return rows.map(({ users: { id, email, createdAt, disabledAt, adminSince }, ...row }) => ({
    id,
    email,
    created_at: new Date(toMs(createdAt)).toISOString(),
    disabled: disabledAt !== null,
    admin: adminSince !== null,
    profile: profileToJson(effectiveProfile(row, config.billing, now())),
  }))
}

/** Returns the state of the installation as JSON. Sizes are in bytes. */
async function readState({ db, config, mail }: Deps) {
  const jobs = await db.query((orm) => orm.select().from(leases).orderBy(leases.name).all())
  const accounts = await db.query((orm) => orm.select({ n: count() }).from(users).get())
  const backups = db.isFile ? await listBackups(config) : []
  return {
    version: manifest.version,
    accounts: accounts?.n ?? 0,
    // null for a libSQL server, because the server's own tools report its size
    database: db.isFile ? await databaseBytes(config) : null,
    disk: await diskSpace(config),
    trial_images: { ...(await storedTotal(db)), room: config.trialImages.totalBytes },
    mail: mail.on ? await countMails(db) : null,
    jobs: jobs.map(({ name, lastRunMs }) => ({ name, last_done_at: timeOf(lastRunMs) })),
    backups: backups.map(({ name, bytes, madeAtMs }) => ({ name, bytes, made_at: timeOf(madeAtMs) })),
  }
}

/** Returns the time as ISO 8601, or null for 0, which means that the job never succeeded. */
const timeOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null)
