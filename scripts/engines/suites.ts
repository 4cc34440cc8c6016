/** Runs a suite in an engine and reads the result from Vitest's report. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, readReport } from '../stages/report.mjs'
import type { EngineName } from './engines.ts'

/** The suites that run in every engine, with their titles. */
export const SUITES = { gpu: 'GPU tests', stories: 'Stories' } as const
/** The name of a suite on the command line. */
export type Suite = keyof typeof SUITES

/** The result of a suite in an engine. `seconds`: wall time, including the start of the engine. */
export interface Outcome extends Result {
  engine: EngineName
  suite: Suite
  seconds: number
}

/** Runs a suite in an engine. `files`: only test files whose paths contain one of these texts; empty = all. */
export async function runSuite(engine: EngineName, suite: Suite, files: readonly string[] = []): Promise<Outcome> {
  const report = join('.cache', 'engines', `${engine}-${suite}.json`)
  mkdirSync(join('.cache', 'engines'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--project', `engine-${suite}`, '--reporter=default', '--reporter=json']
  const start = performance.now()
  const code = await vitest([...args, `--outputFile.json=${report}`, ...files], engine)
  const seconds = Math.round((performance.now() - start) / 1000)
  return { engine, suite, seconds, ...readReport(report, code) }
}

/** Vitest prints to stderr, because the last line of stdout may be JSON. */
function vitest(args: readonly string[], engine: EngineName): Promise<number> {
  const child = spawn(join('node_modules', '.bin', 'vitest'), args, {
    env: { ...process.env, ENGINE: engine },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
