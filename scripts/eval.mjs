// `npm run eval -- --set <folder>`: evaluates the shipped separation on photos with ground-truth masks.
import { chromium } from './setup/browser.mjs'
import { checkNode, dependencies, pageData, pinnedEnv } from './setup/prepare.mjs'
import { fail, pinnedNode, run } from './setup/run.mjs'

try {
  checkNode()
  await dependencies()
  await pageData()
  const env = pinnedEnv({ CHROMIUM_PATH: await chromium() })
  process.exitCode = await run(pinnedNode(), ['tests/eval/main.ts', ...process.argv.slice(2)], { env })
} catch (error) {
  fail(error)
}
