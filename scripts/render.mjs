// `npm run render -- DESIGN PHOTO… --out DIR`: installs and builds the missing parts, then renders.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { clientDir, pinnedEnv, product } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT } from './setup/run.mjs'
import { SERVER, SERVER_FLAGS } from './setup/serverFlags.mjs'

try {
  await product()
} catch (error) {
  fail(error)
}

// Paths are relative to npm's working directory.
const program = spawn(pinnedNode(), [...SERVER_FLAGS, join(ROOT, SERVER), 'render', ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
  env: pinnedEnv({ CLIENT_DIR: process.env.CLIENT_DIR ?? join(ROOT, clientDir()) }),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal))
program.once('exit', (code) => process.exit(code ?? 1))
