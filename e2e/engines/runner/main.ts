/**
 * Runs the GPU tests and the main end-to-end tests in other browser engines.
 * `main.ts [ENGINE…] [--json]` runs them and prints a table; `--json` also prints a JSON object at the end.
 * `main.ts --guards REPORT` runs a selection for `npm test` in the engine that ENGINE names, and writes a report. It
 * takes about a minute on two idle cores.
 * `main.ts --installed` exits with 0 if all engines are installed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, readReport, sumCounts } from '../../../scripts/stages/report.mjs'
import { ENGINES, type EngineName, engineName, engines, isInstalled } from './engines.ts'

const SUITES = { gpu: 'GPU tests', stories: 'Stories' } as const
type Suite = keyof typeof SUITES

/** The result of a test suite in an engine. `seconds` is the wall time, including the start of the engine. */
interface Outcome extends Result {
  engine: EngineName
  suite: Suite
  seconds: number
}

/** The selection for `--guards`: the main end-to-end test, and GPU tests of canvas functions that engines differ in. */
const GUARDS: Readonly<Record<EngineName, Partial<Record<Suite, readonly string[]>>>> = {
  chromium: { stories: ['walk'] },
  firefox: { stories: ['walk'] },
  webkit: { gpu: ['client/layers/text/paint/lines', 'shaders/conversions'], stories: ['walk'] },
}

const given = process.argv.slice(2)
if (given.includes('--installed')) process.exitCode = ENGINES.every(isInstalled) ? 0 : 1
else if (given[0] === '--guards') await runGuards(engineName(), given[1] ?? '')
else await runAll(ENGINES.filter((name) => given.includes(name)))

async function runGuards(engine: EngineName, report: string): Promise<void> {
  const outcomes: Result[] = []
  for (const [suite, files] of Object.entries(GUARDS[engine]) as [Suite, readonly string[]][]) {
    const skipped = { passed: 0, failed: 0, skipped: 1, failures: [], flaky: [] }
    outcomes.push(isInstalled(engine) ? await runTwice(engine, suite, files) : skipped)
  }
  if (!isInstalled(engine))
    console.log(`${engines[engine].label} is not installed here; npm run test:engines installs it.`)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const flaky = outcomes.flatMap((outcome) => outcome.flaky)
  writeFileSync(report, JSON.stringify({ ...sumCounts(outcomes), failures, flaky }))
  process.exitCode = failures.length === 0 ? 0 : 1
}

/**
 * Runs a suite, and repeats it in a new browser if a test fails. On a busy machine, WebKitGTK's JavaScript engine can
 * crash in a worker, and Vitest repeats a test in the same browser. Tests that fail only once count as flaky.
 */
async function runTwice(engine: EngineName, suite: Suite, files: readonly string[]): Promise<Result> {
  const { failures, ...first } = await runSuite(engine, suite, files)
  if (first.failed === 0) return { ...first, failures }
  const second = await runSuite(engine, suite, files)
  return { ...second, flaky: [...second.flaky, ...failures.filter((failure) => !second.failures.includes(failure))] }
}

/** Runs the tests in the named engines; without names, in all engines. */
async function runAll(named: readonly EngineName[]): Promise<void> {
  const outcomes: Outcome[] = []
  for (const name of named.length > 0 ? named : ENGINES)
    for (const suite of Object.keys(SUITES) as Suite[]) outcomes.push(await runSuite(name, suite))
  for (const { engine, suite, failures } of outcomes)
    for (const failure of failures) console.log(`${engines[engine].label}, ${SUITES[suite]}: ${failure}`)
  const rows = outcomes.map((outcome) => ({ ...outcome, version: versionOf(outcome.engine) }))
  printRow('Engine', 'Suite', 'Passed', 'Failed', 'Skipped', 'Seconds')
  for (const { version, suite, passed, failed, skipped, seconds } of rows)
    printRow(version, SUITES[suite], passed, failed, skipped, seconds)
  if (given.includes('--json')) console.log(JSON.stringify({ outcomes: rows }))
  process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0
}

function printRow(engine: string, suite: string, ...numbers: (string | number)[]): void {
  console.log(engine.padEnd(24) + suite.padEnd(12) + numbers.map((number) => String(number).padStart(9)).join(''))
}

/** Runs a suite in an engine. `files` selects test files by parts of their paths, by default all. */
async function runSuite(engine: EngineName, suite: Suite, files: readonly string[] = []): Promise<Outcome> {
  const report = join('.cache', 'engines', `${engine}-${suite}.json`)
  mkdirSync(join('.cache', 'engines'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const start = performance.now()
  const child = spawn('vitest', ['run', '--project', `engine-${suite}`, ...reporters, ...files], {
    env: { ...process.env, ENGINE: engine },
    stdio: ['ignore', process.stderr, process.stderr], // stdout may contain only the JSON object
  })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  return { engine, suite, seconds, ...readReport(report, code) }
}

/** Returns a Debian package's version, e.g. `Firefox 140.3.0esr`. MiniBrowser prints a version only on a display. */
function versionOf(name: EngineName): string {
  const { label, debianPackage } = engines[name]
  try {
    const [, version = ''] = execFileSync('dpkg-query', ['-W', debianPackage], { encoding: 'utf8' }).split('\t')
    return `${label} ${version.trim().replace(/[-~].*/, '')}`
  } catch {
    return label // the engine wasn't installed as a Debian package
  }
}
