/** Runs Vitest or Playwright for a planted fault and reads the result. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Fault } from './faults.ts'
import { ROOT } from './plant.ts'

export interface Outcome {
  /** true: at least one test failed. A file that can't be loaded doesn't count. */
  isRed: boolean
  isGreen: boolean
  /** Names of the failed tests. */
  failed: string[]
  /** The end of the run's output. */
  output: string
}

const REPORT = join(ROOT, '.cache', 'reports', 'faults.json')

export async function runTest(test: Pick<Fault, 'test' | 'name'>, signal: AbortSignal): Promise<Outcome> {
  rmSync(REPORT, { force: true })
  mkdirSync(dirname(REPORT), { recursive: true })
  const { program, args } = commandOf(test)
  const { code, output } = await run([join(ROOT, 'node_modules', program), ...args], signal)
  const { failed, passed } = existsSync(REPORT)
    ? testsIn(JSON.parse(readFileSync(REPORT, 'utf8')) as Report)
    : { failed: [], passed: 0 }
  return { isRed: code !== 0 && failed.length > 0, isGreen: code === 0 && passed > 0, failed, output }
}

function commandOf({ test: file, name }: Pick<Fault, 'test' | 'name'>): { program: string; args: string[] } {
  const project = /\.spec\.ts$/.test(file) ? 'e2e' : (/\.(gpu|stress)\.test\./.exec(file)?.[1] ?? 'unit')
  if (project === 'e2e')
    return {
      program: '@playwright/test/cli.js',
      args: ['test', '--config', 'e2e/playwright.config.ts', file, ...(name ? ['--grep', name] : [])],
    }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const only = name ? ['--testNamePattern', name] : []
  return { program: 'vitest/vitest.mjs', args: ['run', '--project', project, ...reporters, ...only, file] }
}

function run(args: readonly string[], signal: AbortSignal): Promise<{ code: number; output: string }> {
  const env = { ...process.env, TEST_HOOKS: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (piece: Buffer) => {
    output = (output + piece.toString()).slice(-10_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; ok: boolean }[]
}
/** The parts of the JSON reports of Vitest and Playwright that this file reads. */
type Report = Suite & {
  testResults?: { assertionResults: { status: string; fullName: string }[] }[]
}

function testsIn(report: Report): { failed: string[]; passed: number } {
  const tests = report.testResults
    ? report.testResults.flatMap(({ assertionResults }) => assertionResults)
    : storiesIn(report)
  return {
    failed: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    passed: tests.filter(({ status }) => status === 'passed').length,
  }
}

const storiesIn = ({ specs = [], suites = [] }: Suite): { status: string; fullName: string }[] => [
  ...specs.map(({ title, ok }) => ({ status: ok ? 'passed' : 'failed', fullName: title })),
  ...suites.flatMap(storiesIn),
]
