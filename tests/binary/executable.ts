/** The single executable in a folder of its own, with nothing around it that it could lean on. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { whenServing } from '../server/helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Builds what has changed; the path of the executable. With test hooks if the environment says so. */
export async function buildExecutable(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const build = join(ROOT, 'scripts/binary/build.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [build], { cwd: ROOT, env })
  const [, path = ''] = /^(.+): [\d.]+ MB/m.exec(stdout) ?? []
  console.log(stdout.trim())
  return path
}

/** An empty folder, gone with the tests. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'midground-binary-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Running {
  readonly url: string
  readonly firstAnswerMs: number
  /** Ends it as an operator does; its exit code. */
  stop(): Promise<number | null>
}

/** Serves from `folder`, with an environment of nothing at all unless its usual port is taken on this machine. */
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

/** What it prints when told to do something else than to serve. */
export async function runExecutable(path: string, folder: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(path, args, { cwd: folder, env: {} })).stdout
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return true
  } catch {
    return false // somebody serves there
  } finally {
    probe.close()
  }
}
