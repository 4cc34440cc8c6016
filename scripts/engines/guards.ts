/**
 * For `npm test`: runs a small selection of tests in one engine, about a minute on two idle cores. Writes one report.
 */
import { writeFileSync } from 'node:fs'
import { type Result, sumCounts } from '../stages/report.mjs'
import { type EngineName, engineName, engines, isInstalled } from './engines.ts'
import { runSuite, type Suite } from './suites.ts'

/** The main e2e test, and the GPU tests in which canvases differ between engines. */
const GUARDS: Readonly<Record<EngineName, Partial<Record<Suite, readonly string[]>>>> = {
  chromium: { stories: ['walk'] },
  firefox: { stories: ['walk'] },
  webkit: { gpu: ['client/layers/text/paint/words', 'shaders/straight'], stories: ['walk'] },
}

const [report = ''] = process.argv.slice(2)
const engine = engineName()
const outcomes: Result[] = []
for (const [suite, files] of Object.entries(GUARDS[engine]) as [Suite, readonly string[]][]) {
  const skipped = { passed: 0, failed: 0, skipped: 1, failures: [], flaky: [] }
  outcomes.push(isInstalled(engine) ? await runSuite(engine, suite, files) : skipped)
}
if (!isInstalled(engine))
  console.log(`${engines[engine].label} is not installed here; npm run test:engines installs it.`)

const all: Result = {
  ...sumCounts(outcomes),
  failures: outcomes.flatMap(({ failures }) => failures),
  flaky: outcomes.flatMap(({ flaky }) => flaky),
}
writeFileSync(report, JSON.stringify(all))
process.exitCode = all.failed === 0 ? 0 : 1
