// `npm test`: set up (a browser too), then format, lint, types, unit, GPU and end-to-end tests.
// Ends with one line `N passed, N failed`; exit code 0 only when nothing failed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './setup/browser.mjs'
import { checkNode, client, dependencies, emoji, fonts, models, pinnedEnv } from './setup/prepare.mjs'
import { fail, ROOT, run } from './setup/run.mjs'

const REPORTS = join(ROOT, '.cache', 'reports')
const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Counts of one stage: from its JSON report, or one test for a command that only passes or fails. */
function counts(report, code) {
  if (!report) return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const { passed, failed, skipped } = json.stats
    ? { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected, skipped: json.stats.skipped }
    : { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }
  // A stage can fail without a failed test: a file that does not load, an unhandled error.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

/** What cannot run here, for want of a binary say, is not passed over in silence. */
function told({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

async function stage(name, command, args, report) {
  const start = performance.now()
  console.log(`\n── ${name}`)
  const env = pinnedEnv({ CHROMIUM_PATH: browser, ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}) })
  const code = await run(command, args, { env })
  const result = counts(report, code)
  const seconds = timed(name, start)
  console.log(`── ${name}: ${told(result)} (${seconds} s)`)
  total.passed += result.passed
  total.failed += result.failed
  total.skipped += result.skipped
}

/** Seconds since `start`, kept for the end. */
function timed(name, start) {
  const seconds = Math.round((performance.now() - start) / 1000)
  times.push([name, seconds])
  return seconds
}

const vitest = (name, project) => {
  const report = join(REPORTS, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return stage(name, bin('vitest'), args, report)
}

/** What two idle cores may take, set-up of a fresh clone not counted. */
const BUDGET_MINUTES = 15

const total = { passed: 0, failed: 0, skipped: 0 }
/** Stages with their seconds, in order. */
const times = []
let browser = ''
try {
  checkNode()
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  await dependencies()
  await emoji()
  await fonts()
  await models()
  browser = await chromium()
  process.env.TEST_HOOKS = '1'
  await client()
  timed('Set-up', 0)
  await stage('Format and lint', bin('biome'), ['ci', '--max-diagnostics=20', '.'])
  await stage('Types', bin('tsc'), ['--noEmit'])
  await vitest('Unit', 'unit')
  await vitest('Stress', 'stress')
  await vitest('GPU', 'gpu')
  const report = join(REPORTS, 'e2e.json')
  await stage('End to end', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], report)
} catch (error) {
  fail(error)
}

console.log('')
for (const [name, seconds] of times) console.log(`${name.padEnd(16)} ${String(seconds).padStart(5)} s`)
const minutes = times.slice(1).reduce((sum, [, seconds]) => sum + seconds, 0) / 60
console.log(`${'Tests in all'.padEnd(16)} ${minutes.toFixed(1).padStart(5)} min (budget: ${BUDGET_MINUTES})`)
const line = told(total)
writeFileSync(join(ROOT, '.cache', 'test-count'), `${line}\n`)
console.log(`\n${line}`)
process.exit(total.failed === 0 ? 0 : 1)
