// Reads and prints the results of the stages of `npm test`: counts, failures, tests that passed only on retry, wall
// time and processor time.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { watchCpu } from '../setup/cpu.mjs'
import { ROOT } from '../setup/run.mjs'

/**
 * The result of a stage. `failures`: each failed test's name and the first lines of its error. `flaky`: the same for
 * each test that passed only on retry. @typedef {{ passed: number, failed: number, skipped: number, failures: string[],
 * flaky: string[] }} Result
 */

/**
 * Returns a stage's result. `passed` includes flaky tests. `report`: path of a JSON report of Vitest or Playwright, or
 * of a file with a `Result`. A missing file is one failed test. If `report` is null, the command is one test, which
 * passes if the exit code is 0.
 * @returns {Result}
 */
export function readReport(report, code) {
  if (!report) return code === 0 ? passed(1) : failed('see its output above')
  if (!existsSync(report)) return failed('it wrote no report')
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const result = json.stats ? fromPlaywright(json) : json.testResults ? fromVitest(json) : json
  if (code === 0 || result.failed > 0) return result
  // A stage also fails if a file can't be loaded or an error isn't handled.
  const failures = result.failures.length > 0 ? result.failures : ['an error outside the tests']
  return { ...result, failed: 1, failures }
}

const passed = (count) => ({ passed: count, failed: 0, skipped: 0, failures: [], flaky: [] })
const failed = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why], flaky: [] })

const fromPlaywright = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
  failures: suites.flatMap((suite) => describeSpecs(suite, ({ ok }) => !ok)),
  flaky: suites.flatMap((suite) => describeSpecs(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky'))),
})

/** Returns the selected tests of a Playwright suite and its nested suites, each with its first error. */
const describeSpecs = ({ specs = [], suites = [] }, isChosen) => [
  ...specs.filter(isChosen).map(({ file, line, title, tests }) => {
    const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
    return describeFailure(`${file}:${line} ${title}`, error?.message)
  }),
  ...suites.flatMap((suite) => describeSpecs(suite, isChosen)),
]

const fromVitest = ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numPendingTests,
  failures: testResults.flatMap((file) =>
    file.assertionResults.length === 0
      ? [describeFailure(relative(ROOT, file.name), file.message)] // the test file can't be loaded
      : describeTests(file, ({ status }) => status === 'failed'),
  ),
  // A test that passed on retry still has the error messages of its failed first attempt.
  flaky: testResults.flatMap((file) =>
    describeTests(file, ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
  ),
})

/** Returns the selected tests of a Vitest file, each with its first error. */
const describeTests = ({ name, assertionResults }, isChosen) =>
  assertionResults
    .filter(isChosen)
    .map(({ fullName, failureMessages }) => describeFailure(`${relative(ROOT, name)} ${fullName}`, failureMessages[0]))

/** Returns the test's name and the first lines of its error message. */
const describeFailure = (name, message = '') => {
  const first = stripVTControlCharacters(message).split('\n').slice(0, 6)
  return [name, ...first.map((line) => `    ${line}`)].join('\n')
}

/** Returns the failures of all stages, each with the name of its stage. */
export const failuresOf = (stages) =>
  stages.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))

/** Returns the tests that passed only on retry, each with the name of its stage. */
export const flakyOf = (stages) => stages.flatMap(({ name, flaky }) => flaky.map((test) => `${name}: ${test}`))

/** Returns the counts as text. Omits skipped tests if there are none. */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export const sumCounts = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/**
 * Prints all failures and flaky tests, a table of times and the counts. `rows`: the rows of the table, stages and other
 * steps. Returns the counts of all stages together.
 */
export function printSummary(stages, rows) {
  const total = sumCounts(stages)
  for (const failure of failuresOf(stages)) console.log(`\n✗ ${failure}`)
  for (const test of flakyOf(stages)) console.log(`\n↻ passed only when repeated: ${test}`)
  console.log('')
  for (const row of rows) console.log(formatRow(row))
  console.log(`\n${formatCounts(total)}`)
  return total
}

/**
 * Measures the process `root` and its descendants. The returned function stops and returns wall time (`seconds`) and
 * processor time (`cpu`, in seconds; null where the system doesn't report it).
 */
export function startTimer(root) {
  const start = performance.now()
  const cpu = watchCpu(root)
  return () => ({ seconds: (performance.now() - start) / 1000, cpu: cpu.stop() })
}

/** Runs `work` and resolves with its name, wall time and processor time in seconds. */
export async function measure(name, work) {
  const stop = startTimer()
  await work()
  return { name, ...stop() }
}

/** Returns a line of the table. Two idle cores give two processor seconds per second. */
export const formatRow = ({ name, seconds, cpu }) =>
  `${name.padEnd(16)} ${clock(seconds)}${cpu === null ? '' : `   processors ${clock(cpu)}`}`

const clock = (seconds) => `${String(Math.round(seconds)).padStart(5)} s`
