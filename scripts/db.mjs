// `npm run db` lists the tables and their row counts; `npm run db -- studio` opens Drizzle's studio on the same file.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkNode, dependencies, pinnedEnv, server } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT, run, SetupError } from './setup/run.mjs'
import { SERVER } from './setup/serverFlags.mjs'

const [what] = process.argv.slice(2)
try {
  checkNode()
  if (!existsSync(join(ROOT, 'node_modules'))) await dependencies()
  process.exitCode = what === 'studio' ? await studio() : await summary()
} catch (error) {
  fail(error)
}

async function summary() {
  await server()
  return run(pinnedNode(), [SERVER, 'db'], { env: pinnedEnv() })
}

/** The data stays on this machine; the studio's page is loaded from local.drizzle.studio. */
async function studio() {
  const file = join(resolve(ROOT, process.env.DATA_DIR ?? 'data'), 'midground.db')
  if (!existsSync(file)) throw new SetupError(`There is no database yet: ${file}. Start the server once.`)
  const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  return run(pinnedNode(), [kit, 'studio', '--config', 'drizzle/config.ts'], { env: pinnedEnv() })
}
