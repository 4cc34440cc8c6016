// Runs `npm run test:long`. It repeats more random gestures and kills than `npm test`, and tests layouts in every
// language. Takes about an hour.
import { chromium } from './setup/browser.mjs'
import { client, pageData } from './setup/prepare.mjs'
import { fail } from './setup/run.mjs'
import { clearReports, playwright, runLanes, vitest } from './stages/lanes.mjs'
import { printSummary } from './stages/report.mjs'

/** The tests that call `shortOrLong`. */
const STRESS = [
  'billing/histories',
  'billing/burst',
  'billing/processes',
  'conformance/contenders',
  'server/kill',
  'server/listeners',
  'server/memory',
  'server/restore',
]
const GPU = ['pixels/partial']
const E2E = [
  'projects/kill',
  'editor/fuzz',
  'editor/top-bar',
  'export/preview-export',
  'offline/rolling-upgrade',
  'pages/long-words',
]

try {
  await pageData()
  clearReports()
  process.env.CHROMIUM_PATH = await chromium()
  process.env.TEST_HOOKS = '1'
  process.env.LONG_TESTS = '1'
  delete process.env.QUICK_TESTS
  await client()
  const stages = await runLanes([
    [vitest('Random actions', 'unit', ['tests/fuzz']), vitest('Stress', 'stress', STRESS), vitest('GPU', 'gpu', GPU)],
    [playwright('End to end', E2E)],
  ])
  process.exitCode = printSummary(stages, stages).failed === 0 ? 0 : 1
} catch (error) {
  fail(error)
}
