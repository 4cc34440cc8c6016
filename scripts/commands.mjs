// The commands of package.json except the tests. Each command installs and builds what it needs, then runs its program
// under the pinned Node.
// node scripts/commands.mjs NAME [options]
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { binary } from './binary/binary.mjs'
import { writeBill, writeNotices, writeSums } from './binary/release.mjs'
import { readTarget } from './binary/targets.mjs'
import { aptGet } from './setup/apt.mjs'
import { chromium } from './setup/browser.mjs'
import * as setUp from './setup/prepare.mjs'
import { bin, exitCode, fail, pinnedNode, ROOT, run, SERVER, SERVER_FLAGS, SetupError } from './setup/run.mjs'

const { checkSystem, clientDir, dependencies, pageData, pinnedEnv, product } = setUp
const [name, ...options] = process.argv.slice(2)

/** The commands by name. Each resolves with its exit code, or with undefined for 0. */
const COMMANDS = {
  start: () => serve(options),
  // paths are relative to the folder where the user ran npm
  render: () => serve(['render', ...options], process.env.INIT_CWD ?? process.cwd()),
  mcp: () => serve(['mcp', ...options], process.env.INIT_CWD ?? process.cwd()),
  build: product,
  'build:binary': buildBinary,
  dev,
  db: () => (options[0] === 'studio' ? studio() : listTables()),
  bench,
  eval: () => runInBrowser('tests/eval/main.ts', options),
  'test:faults': () => runInBrowser('tests/faults/run.ts', options),
  'test:engines': testEngines,
  shots,
}

try {
  process.exitCode = (await COMMANDS[name]()) ?? 0
} catch (error) {
  fail(error)
}

/** Runs the built server until it exits or this process receives a signal. */
async function serve(args, cwd = ROOT) {
  await product()
  const env = pinnedEnv({ CLIENT_DIR: process.env.CLIENT_DIR ?? join(ROOT, clientDir()) })
  const server = spawn(pinnedNode(), [...SERVER_FLAGS, join(ROOT, SERVER), ...args], { cwd, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  return exitCode(server)
}

/**
 * Builds an executable that doesn't need Node, npm or the repository. Also writes its checksum and a bill of materials.
 * `--target NAME` selects another platform.
 */
async function buildBinary() {
  const path = await binary(readTarget(options))
  console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB`)
  writeSums(dirname(path))
  writeNotices(dirname(path))
  writeBill(join(dirname(path), 'midground.cdx.json'))
}

/**
 * Runs the API server and Vite together. Vite reloads changed client code; changed server code restarts the server. If
 * one of them ends, stops the other and resolves with the first exit code. Resolves with 0 after a signal.
 */
async function dev() {
  await pageData()
  const PORT = process.env.PORT ?? '3000'
  const API_PORT = String(Number(PORT) + 1)
  const server = { PORT: API_PORT, PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}`, LOG_LEVEL: 'warn' }
  const start = (program, args, env) => spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: pinnedEnv(env) })
  const children = [
    start(pinnedNode(), ['--watch', '--watch-preserve-output', 'server/start/main.ts'], server),
    start(bin('vite'), ['--port', PORT, '--strictPort'], { API_PORT }),
  ]
  let isStopped = false
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      isStopped = true
      stop()
    })
  const code = await Promise.race(children.map(exitCode)).finally(stop)
  return isStopped ? 0 : code
}

/** Lists the tables and their row counts. */
async function listTables() {
  checkSystem()
  if (!existsSync(join(ROOT, 'node_modules'))) await dependencies()
  await setUp.server()
  return run(pinnedNode(), [SERVER, 'db'], { env: pinnedEnv() })
}

/**
 * Opens Drizzle Studio, a database browser. Its page is on local.drizzle.studio, but the data stays on this machine.
 */
async function studio() {
  checkSystem()
  if (!existsSync(join(ROOT, 'node_modules'))) await dependencies()
  const file = join(resolve(ROOT, process.env.DATA_DIR ?? 'data'), 'midground.db')
  if (!existsSync(file)) throw new SetupError(`There is no database yet: ${file}. Start the server once.`)
  const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  return run(pinnedNode(), [kit, 'studio', '--config', 'drizzle/config.ts'], { env: pinnedEnv() })
}

/** Runs the benchmark that the first option names: a file in tests/bench with a kebab-case name. */
async function bench() {
  const [benchmark = '', ...args] = options
  const files = readdirSync(join(ROOT, 'tests/bench')).filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
  if (!files.includes(`${benchmark}.ts`)) {
    const known = files.map((file) => file.replace('.ts', '')).join('|')
    throw new SetupError(`Which benchmark? npm run bench ${known} [-- --json]`)
  }
  const file = `tests/bench/${benchmark}.ts`
  const usesBrowser = /CHROMIUM_PATH|from '(playwright|\.\/browser\/pages\.ts)'/.test(
    readFileSync(join(ROOT, file), 'utf8'),
  )
  if (usesBrowser) return runInBrowser(file, args)
  checkSystem()
  await dependencies()
  return run(pinnedNode(), [file, ...args], { env: pinnedEnv() })
}

/** Runs a script that opens pages in Chromium. */
async function runInBrowser(script, args) {
  await pageData()
  return run(pinnedNode(), [script, ...args], { env: pinnedEnv({ CHROMIUM_PATH: await chromium() }) })
}

/** Runs the GPU tests and the main end-to-end tests in the named engines, or in all. Prints a table. */
async function testEngines() {
  process.env.TEST_HOOKS = '1'
  await product()
  // apt skips packages that are already installed
  const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'libgl1-mesa-dri', 'xvfb', 'openbox']
  if ((await runInBrowser('e2e/engines/runner/main.ts', ['--installed'])) !== 0) await aptGet(PACKAGES)
  return runInBrowser('e2e/engines/runner/main.ts', options)
}

/** Takes screenshots of every screen and state into shots/. Options select tests by parts of their names. */
async function shots() {
  process.env.TEST_HOOKS = '1'
  process.env.SHOTS = '1'
  await product()
  const filter = options.length > 0 ? ['--grep', options.join('|')] : []
  const args = ['test', '--config', 'e2e/shots.config.ts', ...filter]
  return run(bin('playwright'), args, { env: pinnedEnv({ CHROMIUM_PATH: await chromium() }) })
}
