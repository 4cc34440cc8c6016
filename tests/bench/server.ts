/**
 * Measures the CPU time of a request in the server's process. Sessions, rate limits and logs are on, as in production,
 * and another process sends the requests. Limits are ratios to a peer. Our requests and the peer's alternate, so other
 * load affects both. `npm run bench:server`; `--json` prints one object in the last line.
 */
import { fork } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, printFigures } from './figures.ts'
import { ASSET, COOKIES, fillDatabase, MIGRATIONS, MODEL, PASSWORD, USERS, writeClient } from './server/data.ts'
import type { Load, Loaded } from './server/load.ts'
import { bundled, start } from './server/target.ts'

const HERE = join(import.meta.dirname, 'server')
const CONNECTIONS = 32
/** Rounds that warm up the JIT compiler. */
const WARM_UP_ROUNDS = 25
/**
 * Number of rounds. Each round measures a batch of our requests and a batch of the peer's. The median ratio is
 * reported.
 */
const ROUNDS = 21

const ROUTES = ['profile', 'download', 'asset', 'model', 'login'] as const
const HASHES = 10
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

/** The calls of each kind of load, repeated up to `count` calls. The number of the call replaces '{n}'. */
const loads = {
  profile: load(
    server.origin,
    1000,
    COOKIES.map((cookie) => get('/api/profile', { cookie })),
  ),
  download: load(
    server.origin,
    1000,
    COOKIES.map((cookie) => ({
      method: 'POST',
      path: '/api/downloads',
      headers: { ...changing, cookie, 'idempotency-key': 'bench-{n}' },
    })),
  ),
  bareRoute: load(peer.origin, 1000, [get('/bare', {})]),
  asset: load(server.origin, 1000, [get(ASSET, encoded)]),
  serveStatic: load(peer.origin, 300, [get(ASSET, encoded)]),
  model: load(server.origin, 60, [get(MODEL, encoded)]),
  modelByServeStatic: load(peer.origin, 20, [get(MODEL, encoded)]),
  login: load(
    server.origin,
    10,
    COOKIES.map((_, n) => ({
      method: 'POST',
      path: '/api/auth/login',
      headers: { ...changing, 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` },
      body: JSON.stringify({ email: `user${n}@example.org`, password: PASSWORD }),
    })),
  ),
} satisfies Record<string, Load>

type Name = keyof typeof loads
/** Number of calls so far, which is also the unique number of the next call. */
let sent = 0
const measurements = new Map<Name, Measured[]>()
const profile = await compare('profile', () => measure('bareRoute'))
const download = await compare('download', () => measure('bareRoute'))
const file = await compare('asset', () => measure('serveStatic'))
const model = await compare('model', () => measure('modelByServeStatic'))
const login = await compare('login', hashAloneUs)
for (const { child } of [server, peer]) child.kill('SIGKILL')
generator.disconnect()

const cpuUs = (name: Name) => median(measured(name).map((one) => one.cpuUs))
const rssMb = Math.max(...ROUTES.flatMap((name) => measured(name).map((one) => one.rssMb)))
console.log(
  `CPU of the server per request, median of ${ROUNDS} rounds; ${asset.brotliBytes} bytes of Brotli per script`,
)
printFigures(
  {
    profileCpuUs: [cpuUs('profile'), 80],
    downloadCpuUs: [cpuUs('download'), 150],
    profileVsBareRoute: [profile, 2.5],
    downloadVsBareRoute: [download, 4.5],
    assetCpuUs: [cpuUs('asset'), 90],
    loginCpuMs: [cpuUs('login') / 1000, 30],
    assetVsServeStatic: [file, 0.2],
    modelCpuUs: [cpuUs('model'), 500],
    modelVsServeStatic: [model, 0.2],
    loginVsArgon2: [login, 1.15],
    rssMb: [rssMb],
  },
  process.argv.includes('--json'),
)

/** Returns the median CPU time of our requests relative to the peer's, measured in pairs. */
async function compare(ours: Name, theirsUs: () => Promise<number>): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    if (round === WARM_UP_ROUNDS) measurements.delete(ours)
    // alternates the order, because the first of two measurements has colder caches
    const isFirst = round % 2 === 0
    const before = isFirst ? await measure(ours) : 0
    const theirs = await theirsUs()
    const mine = isFirst ? before : await measure(ours)
    if (round >= WARM_UP_ROUNDS) ratios.push(mine / theirs)
  }
  return Number(median(ratios).toFixed(2))
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
  readonly rssMb: number
}

/** Returns the CPU time of a request, µs. */
async function measure(name: Name): Promise<number> {
  const one = loads[name]
  const target = one.origin === peer.origin ? peer : server
  const before = await target.usage()
  generator.send({ ...one, first: sent } satisfies Load)
  sent += one.count
  const [loaded] = (await once(generator, 'message')) as [Loaded]
  if (loaded.error) throw new Error(loaded.error)
  const after = await target.usage()
  const cpuUs = (after.cpuUs - before.cpuUs) / one.count
  measurements.set(name, [...measured(name), { cpuUs, rssMb: after.rssMb }])
  return cpuUs
}

function measured(name: Name): readonly Measured[] {
  return measurements.get(name) ?? []
}

function load(origin: string, count: number, calls: Load['calls']): Load {
  if (count > calls.length * 10 && calls.length === USERS) throw new Error('the rate limits would answer')
  return { origin, count, calls, first: 0, connections: CONNECTIONS }
}
