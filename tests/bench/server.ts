/**
 * What a request costs the server, as CPU time of its process: a figure that neighbours on the machine hardly change.
 * Sessions, limits and logs are on, as in service; the load comes from another process.
 * `npm run bench:server`; with --json the last line is one object.
 */
import { fork } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ASSET, COOKIES, fillDatabase, MIGRATIONS, MODEL, PASSWORD, USERS, writeClient } from './server/data.ts'
import type { Load, Loaded } from './server/load.ts'
import { bundled, start, type Target } from './server/target.ts'

const HERE = join(import.meta.dirname, 'server')
const CONNECTIONS = 32
/** Until the compiler has seen enough of the program to be done with it. */
const WARM_UP_ROUNDS = 3
/** Interleaved, so that a busy minute of the machine touches all; the median counts. */
const ROUNDS = 5

const HASHES = 20
const ARGON2 = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 }

const folder = mkdtempSync(join(tmpdir(), 'midground-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const clientDir = join(folder, 'client')
const asset = await writeClient(clientDir)
await fillDatabase(join(folder, 'midground.db'))

const env = { PORT: '0', DATA_DIR: folder, CLIENT_DIR: clientDir, TRUST_PROXY: '1', BILLING: 'off', BACKUPS: 'off' }
const server = await start(await bundled('program'), [MIGRATIONS], env, folder)
const peer = await start(await bundled('serveStatic'), [clientDir], {}, folder)
const generator = fork(join(HERE, 'load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

const changing = { origin: server.origin, 'content-type': 'application/json' }
const get = (path: string, headers: Record<string, string>) => ({ method: 'GET', path, headers })
const encoded = { 'accept-encoding': 'br, gzip' }

/** `calls` repeat until there are `count`; '{n}' in them becomes the number of the call. */
const loads = {
  profile: load(
    server.origin,
    4000,
    COOKIES.map((cookie) => get('/api/profile', { cookie })),
  ),
  download: load(
    server.origin,
    2000,
    COOKIES.map((cookie) => ({
      method: 'POST',
      path: '/api/downloads',
      headers: { ...changing, cookie, 'idempotency-key': 'bench-{n}' },
    })),
  ),
  bareRoute: load(peer.origin, 4000, [get('/bare', {})]),
  asset: load(server.origin, 5000, [get(ASSET, encoded)]),
  serveStatic: load(peer.origin, 1500, [get(ASSET, encoded)]),
  model: load(server.origin, 300, [get(MODEL, encoded)]),
  modelByServeStatic: load(peer.origin, 60, [get(MODEL, encoded)]),
  login: load(
    server.origin,
    40,
    COOKIES.map((_, n) => ({
      method: 'POST',
      path: '/api/auth/login',
      headers: { ...changing, 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` },
      body: JSON.stringify({ email: `user${n}@example.org`, password: PASSWORD }),
    })),
  ),
} satisfies Record<string, Load>

type Name = keyof typeof loads
const names = Object.keys(loads) as Name[]
const rounds = new Map<Name, Measured[]>(names.map((name) => [name, []]))
/** CPU of the hash alone, in this process, in the same minute as the sign-ins it is compared with. */
const hashes: number[] = []
let rssMb = 0
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
  for (const name of names) {
    const isPeer = loads[name].origin === peer.origin
    const measured = await measure(isPeer ? peer : server, loads[name], round)
    if (round >= WARM_UP_ROUNDS) rounds.get(name)?.push(measured)
    if (name === 'login' && round >= WARM_UP_ROUNDS) hashes.push(await hashAloneUs())
    if (!isPeer) rssMb = Math.max(rssMb, measured.rssMb)
  }
for (const { child } of [server, peer]) child.kill('SIGKILL')
generator.disconnect()

const cpuUs = (name: Name) => median(rounds.get(name)?.map((one) => one.cpuUs) ?? [])
const perSecond = (name: Name) => Math.round(median(rounds.get(name)?.map((one) => one.perSecond) ?? []))
const result = {
  profileCpuUs: Math.round(cpuUs('profile')),
  downloadCpuUs: Math.round(cpuUs('download')),
  profileVsBareRoute: Number((cpuUs('profile') / cpuUs('bareRoute')).toFixed(2)),
  downloadVsBareRoute: Number((cpuUs('download') / cpuUs('bareRoute')).toFixed(2)),
  assetCpuUs: Math.round(cpuUs('asset')),
  loginCpuMs: Number((cpuUs('login') / 1000).toFixed(1)),
  assetVsServeStatic: Number((cpuUs('asset') / cpuUs('serveStatic')).toFixed(2)),
  modelCpuUs: Math.round(cpuUs('model')),
  modelVsServeStatic: Number((cpuUs('model') / cpuUs('modelByServeStatic')).toFixed(2)),
  loginVsArgon2: Number((cpuUs('login') / median(hashes)).toFixed(2)),
  rssMb: Math.round(rssMb),
}
if (process.argv.includes('--json')) console.log(JSON.stringify(result))
else report()

function report(): void {
  const line = (what: string, cost: string, bar: string, name: Name) =>
    console.log(`${what.padEnd(46)} ${cost.padStart(9)}  ${bar.padEnd(9)} ${String(perSecond(name)).padStart(6)} /s`)
  console.log(`CPU of the server per request, median of ${ROUNDS} rounds; requests per second on this machine`)
  line('GET /api/profile', `${result.profileCpuUs} µs`, '≤ 80 µs', 'profile')
  line('POST /api/downloads', `${result.downloadCpuUs} µs`, '≤ 150 µs', 'download')
  line('  a bare route of Hono', `${Math.round(cpuUs('bareRoute'))} µs`, '', 'bareRoute')
  line(`GET ${Math.round(asset.brotliBytes / 1000)} kB of brotli`, `${result.assetCpuUs} µs`, '≤ 90 µs', 'asset')
  line('  the same by serveStatic', `${Math.round(cpuUs('serveStatic'))} µs`, '', 'serveStatic')
  line('GET 2.3 MB of a model', `${result.modelCpuUs} µs`, '≤ 500 µs', 'model')
  line('  the same by serveStatic', `${Math.round(cpuUs('modelByServeStatic'))} µs`, '', 'modelByServeStatic')
  line('POST /api/auth/login', `${result.loginCpuMs} ms`, '≤ 30 ms', 'login')
  console.log(
    `Of bare routes, the profile costs ${result.profileVsBareRoute} (≤ 2.5) and a download ${result.downloadVsBareRoute} (≤ 4.5).`,
  )
  console.log(
    `Of what serveStatic takes, the asset costs ${result.assetVsServeStatic} (≤ 0.2) and the model ${result.modelVsServeStatic} (≤ 0.2). ` +
      `A sign-in costs ${result.loginVsArgon2} hashes (≤ 1.15). Memory at most ${result.rssMb} MB.`,
  )
}

async function hashAloneUs(): Promise<number> {
  const parameters = { message: PASSWORD, nonce: new Uint8Array(16), ...ARGON2 }
  const before = process.cpuUsage()
  for (let i = 0; i < HASHES; i++) argon2Sync('argon2id', parameters)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / HASHES
}

interface Measured {
  readonly cpuUs: number
  readonly perSecond: number
  readonly rssMb: number
}

async function measure(target: Target, one: Load, round: number): Promise<Measured> {
  const before = await target.usage()
  generator.send({ ...one, first: round * one.count } satisfies Load)
  const [loaded] = (await once(generator, 'message')) as [Loaded]
  if (loaded.error) throw new Error(loaded.error)
  const after = await target.usage()
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / one.count,
    perSecond: (one.count / loaded.ms) * 1000,
    rssMb: after.rssMb,
  }
}

function load(origin: string, count: number, calls: Load['calls']): Load {
  if (count > calls.length * 10 && calls.length === USERS) throw new Error('the rate limits would answer')
  return { origin, count, calls, first: 0, connections: CONNECTIONS }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
