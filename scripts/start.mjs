// `npm start`: installs and builds the missing parts, then serves.
import { spawn } from 'node:child_process'
import { clientDir, pinnedEnv, product } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT } from './setup/run.mjs'
import { SERVER, SERVER_FLAGS } from './setup/serverFlags.mjs'

try {
  await product()
} catch (error) {
  fail(error)
}

const server = spawn(pinnedNode(), [...SERVER_FLAGS, SERVER, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: pinnedEnv({ CLIENT_DIR: process.env.CLIENT_DIR ?? clientDir() }),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
