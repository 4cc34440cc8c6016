// Prints the result of test stages: failures, tests that passed only when repeated, the time of each stage, and the numbers
// of passed and failed tests.
import { mkdirSync, rmSync } from 'node:fs'
import { REPORTS } from './lanes.mjs'
import { failuresOf, flakyOf, formatCounts, sumCounts } from './report.mjs'
import { formatRow } from './timing.mjs'

/** Empties the folder of reports. */
export function clearReports() {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
}

/**
 * Prints all failures and flaky tests, a table of times and the counts. `rows`: stages and other measured times, in the order
 * of the table. Returns the counts of all stages together.
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
