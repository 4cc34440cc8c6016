// `npm run dev`: the API server and Vite side by side. Client changes are hot-reloaded, server changes restart the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, dependencies, pageData, pinnedEnv } from './setup/prepare.mjs'
import { fail, pinnedNode, ROOT } from './setup/run.mjs'

const PORT = process.env.PORT ?? '3000'
const API_PORT = String(Number(PORT) + 1)
const ORIGIN = `http://127.0.0.1:${PORT}`

try {
  checkNode()
  await dependencies()
  await pageData()
} catch (error) {
  fail(error)
}

const options = { cwd: ROOT, stdio: 'inherit' }
const vite = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'vite.cmd' : 'vite')
const children = [
  spawn(pinnedNode(), ['--watch', '--watch-preserve-output', 'server/start/main.ts'], {
    ...options,
    env: pinnedEnv({ PORT: API_PORT, PUBLIC_ORIGIN: ORIGIN, LOG_LEVEL: 'warn' }),
  }),
  spawn(vite, ['--port', PORT, '--strictPort'], { ...options, env: pinnedEnv({ API_PORT }) }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
