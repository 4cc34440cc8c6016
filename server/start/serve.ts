/** Runs the server until a signal, then stops it after all responses are sent. */
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase } from '#server/admin/command.ts'
import { createBillingStore } from '#server/billing/store.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { makeFolder } from '#server/db/file/access.ts'
import type { Resources } from '#server/deps/deps.ts'
import { headerSets } from '#server/http/headers.ts'
import { type Fetch, listen, portOf, requestListener, stopListening } from '#server/http/listener.ts'
import { createLog } from '#server/http/log.ts'
import { backUpWith } from '#server/jobs/backups.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { withReports } from '#server/jobs/reports.ts'
import { jobTable } from '#server/jobs/table.ts'
import { listenForMetrics } from '#server/metrics/routes.ts'
import { indexFiles } from '#server/static/files.ts'
import { createClientVersions, folderBodies } from '#server/storage/client-versions.ts'
import { probeStorage } from '#server/storage/storage.ts'
import { assemble } from './assemble.ts'
import type { UnreadyReason } from './status.ts'

/** Time in ms that /readyz returns 'stopping' before the port closes. Load balancers notice this response. */
const DRAIN_MS = 500
const REQUEST_TIMEOUT_MS = 5 * 60_000
const HEADERS_TIMEOUT_MS = 60_000
/** Idle timeout of connections in ms. Proxies must close idle connections earlier (Caddy: after 120 s). */
const KEEP_ALIVE_MS = 125_000

interface HttpServer {
  readonly server: Server
  answer: Fetch
}

/** Runs the server until a signal. Resolves with the exit code. @throws {OperatorError} if it can't start */
export async function serve(configured: Config, resources: Resources): Promise<number> {
  const log = createLog(configured.logLevel)
  const files = indexFiles(resources.files(configured.clientDir), configured.brandName)
  makeFolder(configured.dataDir)
  const http = createHttpServer(configured)
  const signals = listenForSignals()
  let db: Database | null = null
  try {
    db = await openDatabaseWhenReachable({ config: configured, resources, log, http, signals })
    if (db === null) return 0
    const port = http.server.listening ? portOf(http.server) : await listen(http.server, configured)
    // with PORT=0 the system chooses the port
    const config: Config = { ...configured, port, publicOrigin: withPort(configured, port) }
    return await serveFrom(db, { config, resources, log, http, files, signals })
  } finally {
    await stopListening(http.server)
    db?.close()
  }
}

interface Opened {
  readonly config: Config
  readonly resources: Resources
  readonly log: Logger
  readonly http: HttpServer
  readonly files: ReturnType<typeof indexFiles>
  readonly signals: ReturnType<typeof listenForSignals>
}

async function serveFrom(db: Database, opened: Opened): Promise<number> {
  const { config, resources, log, http, files, signals } = opened
  const bodies = db.isFile
    ? folderBodies(join(config.dataDir, 'client-files'))
    : await (await import('#server/cluster/file-bodies.ts')).openSharedBodies(db, config.trialImages.store, log)
  // deletes the folder that version 0.1 used
  void rm(join(config.dataDir, 'client-versions'), { recursive: true, force: true }).catch((err: unknown) =>
    log.warn({ err }, 'the folder client-versions cannot be deleted'),
  )
  const versions = createClientVersions({ db, bodies, now: Date.now, brandName: config.brandName })
  let unready: UnreadyReason | null = db.isFile ? null : 'starting'
  const { app, deps, outbox, close } = await assemble({
    config,
    db,
    log,
    files,
    findShared: versions.find,
    unreadyReason: () => unready,
  })
  const metrics = await listenForMetrics(deps)
  http.answer = (request, env) => app.fetch(request, env)
  // the job `client-versions` retries after a failure, which affects only open tabs during an upgrade
  const published = versions.publish(files, signals.stopping).catch((err: unknown) => {
    if (!signals.stopping.aborted) log.warn({ err }, 'the files of this version are not stored yet')
  })
  if (unready) await published
  unready = null
  const holder = `${process.pid}-${Date.now()}`
  const jobs = jobTable({ deps, outbox, versions, backUp: backUpWith(resources.command) })
  const stopJobs = startJobs(
    { db, now: deps.now, log, holder },
    jobs.map((job) => withReports(job, deps)),
  )

  if (config.trialImages.on && config.trialImages.store.kind === 's3')
    void probeStorage(deps.storage, deps.random).catch((err: unknown) =>
      log.error({ err }, 'the bucket of TRIAL_IMAGES_URL cannot be used'),
    )
  for (const warning of config.warnings) log.warn(warning)
  if (files.size === 0) log.warn('there is no built client, only the API answers: npm run build')
  if (config.billing === 'sandbox')
    log.warn('billing is a sandbox: nobody is charged. Set Stripe keys for real payments.')
  if (config.billing !== 'stripe') {
    const { length: customers } = await createBillingStore(db).charged()
    if (customers > 0) log.warn({ customers }, 'Stripe may still charge subscribers: cancel them in Stripe’s dashboard')
  }
  console.log(`${config.brandName} is at ${config.publicOrigin}`)

  const signal = await signals.signalled
  log.info({ signal }, 'stopping')
  unready = 'stopping'
  http.server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  await wait(DRAIN_MS)
  await Promise.all([stopListening(http.server), stopJobs(), published])
  metrics?.close() // closes the metrics last, because they must be available during the stop
  await close()
  return 0
}

/** Opens the database. Requests get 503 while a libSQL server is unreachable. Returns null if a signal comes first. */
async function openDatabaseWhenReachable({
  config,
  resources,
  log,
  http,
  signals,
}: Omit<Opened, 'files'>): Promise<Database | null> {
  const open = () => connectDatabase(config, resources)
  if (!config.databaseServer) return open()
  const { answerUnreachable, retryUntilReachable } = await import('#server/cluster/start.ts')
  http.answer = answerUnreachable(headerSets(config).api)
  await listen(http.server, config)
  return retryUntilReachable(open, log, signals.stopping)
}

/** Creates the HTTP server without listening. */
function createHttpServer(config: Config): HttpServer {
  const limits = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const http: HttpServer = {
    server: createServer(
      limits,
      requestListener((request, env) => http.answer(request, env), headerSets(config)),
    ),
    answer: () => new Response(null, { status: 503 }),
  }
  return http
}

/**
 * Returns a promise of the first SIGTERM or SIGINT, and an AbortSignal that aborts with it. Later signals change nothing,
 * because the terminal, npm and the setup script each pass on the same Ctrl+C.
 */
export function listenForSignals() {
  const stopping = new AbortController()
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve)
  })
  void signalled.then(() => stopping.abort())
  return { signalled, stopping: stopping.signal }
}

const withPort = ({ publicOrigin, port: wanted }: Config, port: number): string =>
  wanted === 0 && publicOrigin.endsWith(':0') ? publicOrigin.replace(/:0$/, `:${port}`) : publicOrigin
