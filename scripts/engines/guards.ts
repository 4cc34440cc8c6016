/** For `npm test`: the cheapest guards in one engine, in about a minute on two idle cores; counts as Vitest reports them. */
import { writeFileSync } from 'node:fs'
import { type EngineName, engineName, engines, isInstalled } from './engines.ts'
import { type Outcome, runSuite, type Suite } from './suites.ts'

/** One walk of the main job, and what canvases do otherwise; which files each engine passes whole. */
const GUARDS: Readonly<Record<EngineName, Partial<Record<Suite, readonly string[]>>>> = {
  chromium: { stories: ['walk'] },
  firefox: { stories: ['walk'] },
  webkit: { gpu: ['client/layers/text/paint/words', 'shaders/straight'], stories: ['walk'] },
}

const [report = ''] = process.argv.slice(2)
const engine = engineName()
const outcomes: Pick<Outcome, 'passed' | 'failed' | 'skipped'>[] = []
for (const [suite, files] of Object.entries(GUARDS[engine]) as [Suite, readonly string[]][]) {
  const skipped = { passed: 0, failed: 0, skipped: 1 }
  outcomes.push(isInstalled(engine) ? await runSuite(engine, suite, files) : skipped)
}
if (!isInstalled(engine))
  console.log(`${engines[engine].label} is not installed here; npm run test:engines installs it.`)

const sum = (of: 'passed' | 'failed' | 'skipped') => outcomes.reduce((all, outcome) => all + outcome[of], 0)
const counts = { numPassedTests: sum('passed'), numFailedTests: sum('failed'), numPendingTests: sum('skipped') }
writeFileSync(report, JSON.stringify(counts))
process.exitCode = counts.numFailedTests === 0 ? 0 : 1
