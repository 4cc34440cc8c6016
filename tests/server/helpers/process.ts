/** The program as a process of its own, and small programs beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from '../../../scripts/setup/bundle.ts'
import { SERVER_FLAGS } from '../../../scripts/setup/serverFlags.mjs'

const ROOT = join(import.meta.dirname, '../../..')
export const MIGRATIONS_FOLDER = join(ROOT, 'drizzle/migrations')

export interface Running extends Serving {
  readonly child: ChildProcess
  /** Ends it as an operator does; its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Only what is named here: the tests' own environment must not leak in. */
const cleanEnvironment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  ...env,
})

/** Starts the server on a free port unless `env` names one, and waits until it says where it is. */
export async function startProgram(env: Record<string, string>): Promise<Running> {
  const { child, stop } = await spawnProgram({ PORT: '0', ...env })
  return { child, stop, ...(await whenServing(child)) }
}

/** Starts the server and does not wait for it. */
export async function spawnProgram(env: Record<string, string>): Promise<Omit<Running, 'url'>> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, await programFile()], {
    env: cleanEnvironment(env),
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  return {
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** A program that serves where it should have complained is ended after this. */
const RUN_MS = 120_000

/** Runs the program with a word and waits for its end. `user`: runs it as somebody else, which root may. */
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
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** A script beside this file in one module: it starts in a tenth of the time, and some tests start a hundred. */
export const bundleScript = (name: string): Promise<string> => bundleTest(`tests/server/helpers/${name}.ts`)
/** The same of any file of the tests. */
export const bundleTest = (entry: string): Promise<string> => bundled(entry, `test-${basename(entry, '.ts')}`)

let program: Promise<string> | null = null
/** The program as `npm start` runs it: one module, which finds migrations and client from a folder below `build/`. */
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

/** Resident memory of a process, now or at its highest, in MB. Linux keeps both. */
export function residentMb(pid: number, which: 'now' | 'peak'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM'
  const kb = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1000
}

export interface Serving {
  readonly url: string
  /** What it wrote so far. */
  output(): string
}

/** When it says where it is; rejects with what it wrote when it ends before. */
export async function whenServing(child: ChildProcess): Promise<Serving> {
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString()
      const found = / is at (http:\S+)\s/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return { url, output: () => output }
}
