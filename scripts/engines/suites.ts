/** What is run in an engine, and what came of it, out of Vitest's own report. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineName } from './engines.ts'

export const SUITES = { gpu: 'GPU tests', stories: 'Stories' } as const
export type Suite = keyof typeof SUITES

/** Seconds are of the clock, the engine's start included. */
export interface Outcome {
  engine: EngineName
  suite: Suite
  passed: number
  failed: number
  skipped: number
  seconds: number
  failures: string[]
}

interface Report {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** `files` narrows the suite to paths that contain one of them. */
export async function runSuite(engine: EngineName, suite: Suite, files: readonly string[] = []): Promise<Outcome> {
  const report = join('.cache', 'engines', `${engine}-${suite}.json`)
  mkdirSync(join('.cache', 'engines'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--project', `engine-${suite}`, '--reporter=default', '--reporter=json']
  const start = performance.now()
  const code = await vitest([...args, `--outputFile.json=${report}`, ...files], engine)
  const seconds = Math.round((performance.now() - start) / 1000)
  return { engine, suite, seconds, ...counted(report, code) }
}

function counted(report: string, code: number): Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'failures'> {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: ['the engine gave no report'] }
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  for (const { name, message, assertionResults } of testResults)
    if (assertionResults.length === 0) failures.push(`${name}: ${message}`) // a file that does not load
  const passed = tests.filter(({ status }) => status === 'passed').length
  if (code !== 0 && failures.length === 0) failures.push('an error outside the tests')
  return { passed, failed: failures.length, skipped: tests.length - passed - failedOf(tests), failures }
}

const failedOf = (tests: readonly { status: string }[]) => tests.filter(({ status }) => status === 'failed').length

/** Its words go to the error output: the last line of ours may be a machine's. */
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
