// `npm run shots [-- FILTER…]`: screenshots of every screen and state in shots/, with contact sheets. A filter is part
// of a screenshot's name.
import { chromium } from './setup/browser.mjs'
import { pinnedEnv, product } from './setup/prepare.mjs'
import { fail, pinnedNode, run } from './setup/run.mjs'

try {
  process.env.TEST_HOOKS = '1'
  await product()
  const env = pinnedEnv({ CHROMIUM_PATH: await chromium() })
  process.exitCode = await run(pinnedNode(), ['scripts/shots/main.ts', ...process.argv.slice(2)], { env })
} catch (error) {
  fail(error)
}
