// `npm test`: set up (a browser too), then format, lint, types, unit, stress, GPU and end-to-end tests.
// Ends with what failed, what each stage took, and one line `N passed, N failed`; exit code 0 only when nothing failed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary/binary.mjs'
import { chromium } from './setup/browser.mjs'
import { checkNode, client, dependencies, pageData } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT } from './setup/run.mjs'
import { counted, failuresOf, summed } from './stages/counts.mjs'
import { REPORTS, sideBySide } from './stages/stage.mjs'
import { measured, told } from './stages/times.mjs'

/** What two idle cores may take, set-up of a fresh clone not counted. */
const BUDGET_MINUTES = 15

const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const vitest = (name, project) => {
  const report = join(REPORTS, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: bin('vitest'), args, report }
}

/** Other engines take minutes to install, so here they are used where they are, and counted as skipped where not. */
function guards(name, engine) {
  const report = join(REPORTS, `${engine}.json`)
  return { name, command: pinnedNode(), args: ['scripts/engines/guards.ts', report], report, env: { ENGINE: engine } }
}

try {
  const setUp = await measured('Set-up', prepare)
  const stages = []
  const tests = await measured('Tests in all', async () => stages.push(...(await runAll())))
  const total = summed(stages)
  for (const failure of failuresOf(stages)) console.log(`\n✗ ${failure}`)
  console.log('')
  for (const row of [setUp, ...stages, tests]) console.log(told(row))
  console.log(told({ name: 'Budget', seconds: BUDGET_MINUTES * 60, cpu: null }))
  writeFileSync(join(ROOT, '.cache', 'test-count'), `${counted(total)}\n`)
  console.log(`\n${counted(total)}`)
  process.exit(total.failed === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}

async function prepare() {
  checkNode()
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  await dependencies()
  await pageData()
  process.env.CHROMIUM_PATH = await chromium()
  process.env.TEST_HOOKS = '1'
  // The executable holds the client; stages that run side by side find both built.
  await (process.platform === 'linux' ? binary() : client())
}

/** What each stage answers. What waits stands beside what works: together they keep two cores busy to the end. */
async function runAll() {
  const stories = join(REPORTS, 'e2e.json')
  const painting = [
    vitest('GPU', 'gpu'),
    {
      name: 'End to end',
      command: bin('playwright'),
      args: ['test', '--config', 'e2e/playwright.config.ts'],
      report: stories,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: stories },
    },
  ]
  const waiting = [vitest('Stress', 'stress')]
  const quick = [
    { name: 'Format and lint', command: bin('biome'), args: ['ci', '--max-diagnostics=20', '.'] },
    { name: 'Types', command: bin('tsc'), args: ['--noEmit'] },
    vitest('Unit', 'unit'),
    guards('Firefox', 'firefox'),
    guards('WebKit', 'webkit'),
  ]
  return sideBySide([quick, waiting, painting])
}
