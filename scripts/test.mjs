// `npm test [-- --all]`: installs what is missing, then runs format, lint, types, and the unit, GPU and end-to-end
// tests of tests/helpers/quick.ts. With `--all` it runs every test, as continuous integration does. Prints the
// failures, the tests that passed only on retry, the time of each stage, and last `N passed, N failed`. The exit code
// is 0 only if nothing failed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary/binary.mjs'
import { testPrograms } from './setup/apt.mjs'
import { chromium } from './setup/browser.mjs'
import { client, pageData, server } from './setup/prepare.mjs'
import { bin, fail, pinnedNode, ROOT } from './setup/run.mjs'
import { clearReports, playwright, REPORTS, runLanes, vitest } from './stages/lanes.mjs'
import { formatCounts, measure, printSummary } from './stages/report.mjs'

/** True if all tests run, as in continuous integration. */
// npm passes `npm test --all` as an environment variable
const isAll = process.argv.includes('--all') || process.env.npm_config_all === 'true'

/** Maximum minutes on two idle cores without `--all`, after setup. */
const BUDGET_MINUTES = 5

const LEFT_OUT =
  'Continuous integration (npm test -- --all) adds the other end-to-end and GPU tests, the stress tests, Firefox and WebKit.'

/** Returns the stage that tests another engine. Skips a missing engine, because installing it takes minutes. */
function guards(name, engine) {
  const report = join(REPORTS, `${engine}.json`)
  const args = ['e2e/engines/runner/main.ts', '--guards', report]
  return { name, command: pinnedNode(), args, report, env: { ENGINE: engine } }
}

try {
  const setUp = await measure('Set-up', prepare)
  const stages = []
  const tests = await measure('Tests in all', async () => stages.push(...(await runAll())))
  const total = printSummary(stages, [
    setUp,
    ...stages,
    tests,
    ...(isAll ? [] : [{ name: 'Budget', seconds: BUDGET_MINUTES * 60, cpu: null }]),
  ])
  if (!isAll) console.log(LEFT_OUT)
  writeFileSync(join(ROOT, '.cache', 'test-count'), `${formatCounts(total)}\n`)
  process.exit(total.failed === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}

async function prepare() {
  clearReports()
  await pageData()
  process.env.CHROMIUM_PATH = await chromium()
  await testPrograms()
  process.env.TEST_HOOKS = '1'
  process.env.TEST_RETRIES = '1'
  if (isAll) delete process.env.QUICK_TESTS
  else process.env.QUICK_TESTS = '1'
  // the parallel stages use the server, the client, and the executable, which contains the client
  await (process.platform === 'linux' ? binary() : client())
  await server()
}

/**
 * Returns four lanes, which run in parallel even on two cores. Neither GPU tests (one page at a time) nor end-to-end
 * tests (often waiting) use two cores.
 */
function runAll() {
  const unit = [vitest('Unit', 'unit')]
  // a lower priority, because the other lanes take longer; with --all, the stress tests follow in this lane
  const nice = isAll ? 0 : 10
  const others = [
    { name: 'Format and lint', command: bin('biome'), args: ['ci', '--max-diagnostics=20', '.'], nice },
    { name: 'Types', command: bin('tsc'), args: ['--noEmit'], nice },
  ]
  if (isAll) {
    unit.push(guards('Firefox', 'firefox'), guards('WebKit', 'webkit'))
    others.push(vitest('Stress', 'stress'))
  }
  return runLanes([[playwright('End to end')], [vitest('GPU', 'gpu')], unit, others])
}
