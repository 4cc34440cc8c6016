// `npm run test:faults [-- id…]`: plants small faults one after the other; for each, the test named in the list must fail.
import { chromium } from './setup/browser.mjs'
import { checkNode, dependencies, pageData, pinnedEnv } from './setup/prepare.mjs'
import { fail, pinnedNode, run } from './setup/run.mjs'

try {
  checkNode()
  await dependencies()
  await pageData()
  const env = pinnedEnv({ CHROMIUM_PATH: await chromium() })
  process.exitCode = await run(pinnedNode(), ['tests/faults/run.ts', ...process.argv.slice(2)], { env })
} catch (error) {
  fail(error)
}
