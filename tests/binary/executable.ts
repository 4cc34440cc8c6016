/** Builds and runs the single executable in an empty folder, without access to the source tree. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFree } from '../helpers/freePort.ts'
import { whenServing } from '../server/helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Builds the executable if needed, with test hooks if `env` says so. Returns its path. */
export async function buildExecutable(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const build = [join(ROOT, 'scripts/commands.mjs'), 'build:binary']
  const { stdout } = await promisify(execFile)(process.execPath, build, { cwd: ROOT, env })
  const [, path = ''] = /^(.+): [\d.]+ MB/m.exec(stdout) ?? []
  console.log(stdout.trim())
  return path
}

/** Creates an empty folder, which is deleted after the tests. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'midground-binary-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Running {
  readonly url: string
  readonly firstAnswerMs: number
  /** Sends the server a signal to stop. Resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Starts the server in `folder` with an empty environment. Sets a free PORT if the default port is taken. */
export async function startExecutable(path: string, folder: string): Promise<Running> {
  const env = (await isFree(3000)) ? {} : { PORT: '0' }
  const started = performance.now()
  const child = spawn(path, [], { cwd: folder, env, stdio: 'pipe' })
  const { url } = await whenServing(child)
  await (await fetch(`${url}/healthz`)).text()
  const firstAnswerMs = Math.round(performance.now() - started)
  return {
    url,
    firstAnswerMs,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** Runs a command of the executable and returns its output. */
export async function runExecutable(path: string, folder: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(path, args, { cwd: folder, env: {} })).stdout
}
