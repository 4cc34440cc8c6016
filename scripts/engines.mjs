// `npm run test:engines [-- firefox webkit] [-- --json]`: runs the GPU tests and the main e2e tests in each engine, and
// prints a table.
import { aptGet, chromium } from './setup/browser.mjs'
import { checkNode, client, dependencies, pageData, pinnedEnv, server } from './setup/prepare.mjs'
import { fail, pinnedNode, run } from './setup/run.mjs'

/** Debian packages; apt skips installed ones. */
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'libgl1-mesa-dri', 'xvfb', 'openbox']

try {
  checkNode()
  await dependencies()
  await pageData()
  process.env.TEST_HOOKS = '1'
  await client()
  await server()
  const env = pinnedEnv({ CHROMIUM_PATH: await chromium() })
  const engines = (...args) => run(pinnedNode(), ['scripts/engines/main.ts', ...args], { env })
  if ((await engines('--installed')) !== 0) await aptGet(PACKAGES)
  process.exitCode = await engines(...process.argv.slice(2))
} catch (error) {
  fail(error)
}
