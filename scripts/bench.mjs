// `npm run bench <name> [-- options]`: runs a benchmark of tests/bench under the pinned Node.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './setup/browser.mjs'
import { checkNode, dependencies, pageData, pinnedEnv } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT, run, SetupError } from './setup/run.mjs'

const FOLDER = 'tests/bench'

const [name = '', ...options] = process.argv.slice(2)
try {
  const file = `${FOLDER}/${name}.ts`
  if (!/^[a-z0-9-]+$/.test(name) || !existsSync(join(ROOT, file)))
    throw new SetupError(`Which bench? npm run bench ${benches().join('|')} [-- --json]`)
  checkNode()
  await dependencies()
  const env = usesBrowser(file) ? await withBrowser() : pinnedEnv()
  process.exitCode = await run(pinnedNode(), [file, ...options], { env })
} catch (error) {
  fail(error)
}

function usesBrowser(file) {
  return /CHROMIUM_PATH|from '(playwright|\.\/browser\/pages\.ts)'/.test(readFileSync(join(ROOT, file), 'utf8'))
}

/** A benchmark in the browser also needs the data that pages load. */
async function withBrowser() {
  await pageData()
  return pinnedEnv({ CHROMIUM_PATH: await chromium() })
}

/** A benchmark is a file in kebab case. Its parts are in a folder of the same name or have camel-case names. */
function benches() {
  return readdirSync(join(ROOT, FOLDER))
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
}
