// What came of a stage of `npm test`: how many tests passed, failed and were skipped.
import { existsSync, readFileSync } from 'node:fs'

/** Of one stage: from its JSON report, or one test for a command that only passes or fails. */
export function counts(report, code) {
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
