// Runs `npm run test:long`. It repeats more random gestures and process kills than `npm test`, and tests layouts in
// every language. Takes about an hour.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './setup/browser.mjs'
import { client, pageData } from './setup/prepare.mjs'
import { fail, ROOT } from './setup/run.mjs'
import { clearReports, playwright, runLanes, vitest } from './stages/lanes.mjs'
import { printSummary } from './stages/report.mjs'

/** Returns the tests with this ending that run longer with LONG_TESTS: more steps, seeds, fonts or languages. */
const longer = (folders, ending) =>
  folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(ending))
    .filter((file) => /\b(shortOrLong|DEMANDING|isLong)\b/.test(readFileSync(join(ROOT, file), 'utf8')))

try {
  await pageData()
  clearReports()
  process.env.CHROMIUM_PATH = await chromium()
  process.env.TEST_HOOKS = '1'
  process.env.LONG_TESTS = '1'
  delete process.env.QUICK_TESTS
  await client()
  const stages = await runLanes([
    [
      vitest('Random actions', 'unit', ['tests/fuzz']),
      vitest('Stress', 'stress', longer(['tests'], '.stress.test.ts')),
      vitest('GPU', 'gpu', longer(['client', 'shaders', 'tests'], '.gpu.test.ts')),
    ],
    [playwright('End to end', longer(['e2e'], '.spec.ts'))],
  ])
  process.exitCode = printSummary(stages, stages).failed === 0 ? 0 : 1
} catch (error) {
  fail(error)
}
