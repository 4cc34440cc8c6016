/** Runs `midground render` as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PictureReport } from '#server/render/render.ts'
import { PROGRAM } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT_DIR = join(ROOT, 'build/client-test')

/** Result of the command. `reports`: one per photo, if the command ran with `--json`. */
interface Finished {
  code: number | null
  reports: PictureReport[]
  stdout: string
  stderr: string
}

/** removes both variables, because Node warns if both are set */
const { FORCE_COLOR: _, NO_COLOR: __, ...quietEnv } = process.env

export const start = (args: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [...PROGRAM, 'render', ...args], {
    env: { ...quietEnv, CLIENT_DIR, ...env },
  })

/** Runs `midground render` and resolves with its exit code and output. */
export async function render(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const child = start(args, env)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const reports = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as PictureReport] : []))
  return { code, reports, stdout, stderr }
}
