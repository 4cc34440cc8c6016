/** Listens until a signal says to stop, then stops without losing an answer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { makeFolder } from '../db/open.ts'
import { OperatorError } from '../db/operator-error.ts'
import type { Resources } from '../deps/resources.ts'
import { createErrorHook } from '../http/error-hook.ts'
import { headerSets } from '../http/headers.ts'
import { requestListener } from '../http/listener.ts'
import { createLog } from '../http/log.ts'
import { alarmed } from '../jobs/alarmed.ts'
import { startJobs } from '../jobs/jobs.ts'
import { jobTable } from '../jobs/table.ts'
import { watched } from '../jobs/watched.ts'
import { listenForMetrics } from '../metrics/listen.ts'
import { modelsFolder, withAddedModels } from '../static/added-models.ts'
import { indexFiles } from '../static/files.ts'
import { pastFiles, rememberVersion } from '../static/past.ts'
import { assemble } from './assemble.ts'
import { answerWhileWaiting, connectPatiently } from './waiting.ts'

/** Balancers look at /readyz this often at least. */
const DRAIN_MS = 500
/** Answers under way get this long: with the rest of stopping, less than the ten seconds after which containers are killed. */
const STOP_MS = 7000
const REQUEST_TIMEOUT_MS = 5 * 60_000
const HEADERS_TIMEOUT_MS = 60_000
/** Longer than proxies keep a quiet connection (Caddy: two minutes), or they would send into one that is being closed. */
const KEEP_ALIVE_MS = 125_000

export async function serve(configured: Config, resources: Resources): Promise<number> {
  const log = openLog(configured)
  makeFolder(configured.dataDir)
  let draining = false
  const headers = headerSets(configured.publicOrigin)
  let fetch: (request: Request, env: object) => Response | Promise<Response> = answerWhileWaiting(headers.api)
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    requestListener((request, env) => fetch(request, env), headers),
  )
  const stopping = new AbortController()
  const signalled = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  void signalled.then(() => stopping.abort())
  const db = await connectPatiently(configured, resources, {
    log,
    onWait: () => listen(server, configured),
    stop: stopping.signal,
  })
  if (db === null) {
    if (server.listening) await stop(server)
    return 0
  }
  const port = server.listening
    ? portOf(server)
    : await listen(server, configured).catch((error) => {
        db.close()
        throw error
      })

  // with PORT=0 the address is known only now
  const config: Config = { ...configured, port, publicOrigin: withPort(configured, port) }
  const current = indexFiles(withAddedModels(resources.files(config.clientDir), modelsFolder(config)), config.brandName)
  const versions = join(config.dataDir, 'client-versions')
  const files = new Map([...indexFiles(pastFiles(versions, current), config.brandName), ...current])
  const { app, deps, outbox, close } = await assemble({ config, db, log, files, isDraining: () => draining })
  fetch = (request, env) => app.fetch(request, env)
  const metrics = await listenForMetrics(deps)
  if (metrics === 'taken') {
    server.close()
    await close()
    db.close()
    console.error(`METRICS_PORT ${config.metrics?.port} is taken. Choose another one.`)
    return 1
  }
  const holder = `${process.pid}-${Date.now()}`
  const jobs = jobTable({ deps, outbox, backUp: backUpWith(resources) })
  const stopJobs = startJobs(
    { db, now: deps.now, log, holder },
    jobs.map((job) => alarmed(watched(job, deps.watch), deps)),
  )

  // without it only tabs that stay open over the next upgrade suffer
  const remembered = rememberVersion(versions, current, deps.now()).catch((err: unknown) =>
    log.warn({ err }, 'the files of this version could not be kept for the next one'),
  )
  for (const warning of config.warnings) log.warn(warning)
  if (current.size === 0) log.warn('there is no built client, only the API answers: npm run build')
  if (config.billing === 'sandbox')
    log.warn('billing is a sandbox: nobody is charged. Set Stripe keys for real payments.')
  console.log(`${config.brandName} is at ${config.publicOrigin}`)

  const signal = await signalled
  log.info({ signal: signal[0] }, 'stopping')
  draining = true
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  await wait(DRAIN_MS)
  await Promise.all([stop(server), stopJobs(), remembered])
  metrics?.close() // last, so that the end can be watched too
  await close()
  db.close()
  return 0
}

function openLog({ logLevel, errorHook, brandName, publicOrigin }: Config): Logger {
  if (errorHook === null) return createLog(logLevel)
  const options = { url: errorHook, brandName, origin: publicOrigin, now: Date.now }
  const log = createLog(logLevel, {
    onError: createErrorHook({ ...options, onFailure: (why) => log.warn(why) }),
  })
  return log
}

/** The port it got. */
async function listen(server: Server, { host, port }: Config): Promise<number> {
  server.listen({ port, host: host.replace(/^\[|\]$/g, '') })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} on ${host} is taken. Choose another one, e.g. PORT=${port + 1}`)
    if (typeof code === 'string')
      throw new OperatorError(`Cannot listen on ${host}, port ${port} (${code}). See HOST and PORT.`)
    throw error
  }
  return portOf(server)
}

/** Listening on TCP, so the address is neither a path nor null. */
const portOf = (server: Server): number => (server.address() as AddressInfo).port

const withPort = ({ publicOrigin, port: wanted }: Config, port: number): string =>
  wanted === 0 && publicOrigin.endsWith(':0') ? publicOrigin.replace(/:0$/, `:${port}`) : publicOrigin

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = new AbortController()
  const cut = wait(STOP_MS, undefined, { signal: patience.signal }).then(
    () => server.closeAllConnections(),
    () => undefined, // all were done in time
  )
  await closed
  patience.abort()
  await cut
}

/** The copy is made by another process of the same program: this one goes on answering. */
const backUpWith =
  ({ command: [program, ...leading] }: Resources) =>
  async (file: string, signal: AbortSignal): Promise<void> => {
    const child = spawn(program, [...leading, 'backup', file], { stdio: 'ignore', signal })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`the backup ended with code ${code}`)
  }
