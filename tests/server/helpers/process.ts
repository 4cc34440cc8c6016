/** Starts the program and helper scripts as separate processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from '../../../scripts/setup/bundle.ts'
import { SERVER_FLAGS } from '../../../scripts/setup/run.mjs'

const ROOT = join(import.meta.dirname, '../../..')
export const MIGRATIONS_FOLDER = join(ROOT, 'drizzle/migrations')

export interface Running extends Serving {
  readonly child: ChildProcess
  /** Stops the program with a signal. Resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Returns an environment that contains only these variables, without the variables of the test's process. */
const cleanEnvironment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  ...env,
})

/** Starts the server, on a free port unless `env` contains PORT. Resolves when it listens. */
export async function startProgram(env: Record<string, string>): Promise<Running> {
  const { child, stop } = await spawnProgram({ PORT: '0', ...env })
  return { child, stop, ...(await whenServing(child)) }
}

/** Starts the server without waiting until it listens. */
export async function spawnProgram(env: Record<string, string>): Promise<Omit<Running, 'url'>> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, await programFile()], {
    env: cleanEnvironment(env),
    stdio: 'pipe',
  })
  return {
    child,
    output: collectOutput(child),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** Time limit of a command in ms, in case it starts a server instead of reporting an error. */
const RUN_MS = 120_000

/**
 * Runs a command until its end, or until it is terminated after `RUN_MS`. `user`: id of the system user that runs it,
 * if the tests run as root.
 */
export async function runProgram(
  args: readonly string[],
  env: Record<string, string>,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [await programFile(), ...args], {
    env: cleanEnvironment(env),
    stdio: 'pipe',
    timeout: RUN_MS,
    ...user,
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

/** Bundles a script of this folder, because a bundle starts ten times as fast. Resolves with the bundle's path. */
export const bundleScript = (name: string): Promise<string> => bundleTest(`tests/server/helpers/${name}.ts`)
/** Bundles a script, such as `tests/conformance/contender.ts`. Resolves with the bundle's path. */
export const bundleTest = (entry: string): Promise<string> => bundled(entry, `test-${basename(entry, '.ts')}`)

let program: Promise<string> | null = null
/** Bundles the program as for `npm start`, in a folder of `build/`, where it finds migrations and client. */
export const programFile = (): Promise<string> => {
  program ??= bundled('server/start/main.ts', 'server/test-program')
  return program
}

const made: string[] = []
process.once('exit', () => {
  for (const file of made) rmSync(file, { force: true })
})

async function bundled(entry: string, name: string): Promise<string> {
  const file = join(ROOT, 'build', `${name}-${process.pid}.js`)
  made.push(file)
  await bundle(entry, file)
  return file
}

export const startScript = (script: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [script, ...args], { env: cleanEnvironment({}), stdio: ['pipe', 'pipe', 'inherit'] })

/** Returns the current or peak resident memory of a process in MB (Linux only). */
export function residentMb(pid: number, which: 'now' | 'peak'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM'
  const kb = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1000
}

export interface Serving {
  readonly url: string
  /** Returns the output of the process so far. */
  output(): string
}

/** Resolves with the server's URL when it listens. Rejects with the output if the process exits first. */
export async function whenServing(child: ChildProcess): Promise<Serving> {
  const output = collectOutput(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = / is at (https?:\S+)\s/.exec(output())?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output()}`)))
  })
  return { url, output }
}

/** Collects the output of a process. The returned function returns the output so far. */
function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  return () => output
}
