// Reads the result of a stage of `npm test`: the number of passed, failed and skipped tests, and the failures.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../setup/run.mjs'

/**
 * Returns the counts of a stage (`passed`, `failed`, `skipped`) and its `failures` as texts. `report`: path of a JSON report
 * by Vitest or Playwright, or of a result in this function's own shape. `code`: the exit code of the command; without a
 * report the command counts as one test.
 */
export function readReport(report, code) {
  if (!report) return code === 0 ? passed(1) : failed('see its output above')
  if (!existsSync(report)) return failed('it wrote no report')
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const result = json.stats ? fromPlaywright(json) : json.testResults ? fromVitest(json) : json
  if (code === 0 || result.failed > 0) return result
  // A stage can fail without a failed test: a file that does not load, an unhandled error.
  const failures = result.failures.length > 0 ? result.failures : ['an error outside the tests']
  return { ...result, failed: 1, failures }
}

const passed = (count) => ({ passed: count, failed: 0, skipped: 0, failures: [] })
const failed = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why] })

const fromPlaywright = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
  failures: suites.flatMap(failedStories),
})

const failedStories = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return describeFailure(`${file}:${line} ${title}`, error?.message)
    }),
  ...suites.flatMap(failedStories),
]

const fromVitest = ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numPendingTests,
  failures: testResults.flatMap(failedTests),
})

/** The failures of one test file; a file that could not be loaded is one failure. */
const failedTests = ({ name, message, assertionResults }) =>
  assertionResults.length === 0
    ? [describeFailure(relative(ROOT, name), message)]
    : assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          describeFailure(`${relative(ROOT, name)} ${fullName}`, failureMessages[0]),
        )

/** The first lines of the error message; the full message is in the output of the stage. */
const describeFailure = (name, message = '') => {
  const first = stripVTControlCharacters(message).split('\n').slice(0, 6)
  return [name, ...first.map((line) => `    ${line}`)].join('\n')
}

/**
 * Returns the failures of all stages of `npm test` as texts, each after the stage's name. `stages`: name and `failures` of
 * each, as `readReport` returns them.
 */
export const failuresOf = (stages) =>
  stages.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))

/** Returns counts as a text. Skipped tests are mentioned only if there are any. */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Returns the sums of the counts of several results. */
export const sumCounts = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
