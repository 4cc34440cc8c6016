// What came of a stage of `npm test`: how many tests passed, failed and were skipped, and which failed of what.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../setup/run.mjs'

/**
 * Of one stage: from its JSON report (Vitest's, Playwright's, or what this function answers), or one test for a command
 * that only passes or fails.
 */
export function counts(report, code) {
  if (!report) return code === 0 ? passed(1) : failed('see what it said above')
  if (!existsSync(report)) return failed('it left no report')
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const result = json.stats ? ofPlaywright(json) : json.testResults ? ofVitest(json) : json
  if (code === 0 || result.failed > 0) return result
  // A stage can fail without a failed test: a file that does not load, an unhandled error.
  const failures = result.failures.length > 0 ? result.failures : ['an error outside the tests']
  return { ...result, failed: 1, failures }
}

const passed = (count) => ({ passed: count, failed: 0, skipped: 0, failures: [] })
const failed = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why] })

const ofPlaywright = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
  failures: suites.flatMap(storiesThatFailed),
})

const storiesThatFailed = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return told(`${file}:${line} ${title}`, error?.message)
    }),
  ...suites.flatMap(storiesThatFailed),
]

const ofVitest = ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numPendingTests,
  failures: testResults.flatMap(testsThatFailed),
})

/** Of one file of Vitest's report; the file itself where it could not be loaded. */
const testsThatFailed = ({ name, message, assertionResults }) =>
  assertionResults.length === 0
    ? [told(relative(ROOT, name), message)]
    : assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => told(`${relative(ROOT, name)} ${fullName}`, failureMessages[0]))

/** The beginning of what an error says, for the rest stands where it was said first. */
const told = (what, message = '') => {
  const first = stripVTControlCharacters(message).split('\n').slice(0, 6)
  return [what, ...first.map((line) => `    ${line}`)].join('\n')
}

/** The failures of all stages, for the end of a long output. */
export const failuresOf = (stages) =>
  stages.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))

/** What cannot run here, for want of a binary say, is not passed over in silence. */
export const counted = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export const summed = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
