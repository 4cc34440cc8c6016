// The setup steps of a fresh clone. Each step stores a content hash (stamp) of its inputs, and is skipped if the
// inputs haven't changed.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { HOST, TARGETS } from '../binary/targets.mjs'
import { bin, pinnedNode, ROOT, SERVER, SetupError, step } from './run.mjs'

/** Returns an environment where programs of node_modules run under the pinned Node, as under `npm run`. */
export const pinnedEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  ...extra,
})

/** npm's arguments. NODE_ENV=production or the user's settings would otherwise leave out the build tools. */
export const INSTALL = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs the locked packages if they aren't installed. */
export async function dependencies() {
  if (isInstalled()) return
  await step('Installing dependencies', 'npm', INSTALL, 'Is the npm registry reachable? See the lines above.')
}

/** Returns true if npm's record in node_modules lists the locked versions, and if there is a Node for this platform. */
function isInstalled() {
  if (HOST in TARGETS && !existsSync(bin('node'))) return false
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const has = packages(record)
  const wanted = Object.entries(packages(join(ROOT, 'package-lock.json'))).filter(([path]) => path !== '')
  return wanted.every(([path, { version, optional }]) => (has[path] ? has[path].version === version : optional))
}

/** Installs the packages. Builds the fonts, emoji and models that pages load. */
export async function pageData() {
  checkSystem()
  await dependencies()
  await data('emoji', 'Splitting the emoji set', 'scripts/emoji/build.mjs', ['scripts/emoji', 'package-lock.json'])
  await data('fonts', 'Fetching fonts', 'scripts/fonts/fetch.ts', ['scripts/fonts'])
  await data('models', 'Preparing the separation model', 'scripts/models/build.ts', ['scripts/models'])
}

const data = (name, title, script, inputs) =>
  keepFresh(`build/${name}`, inputs, () =>
    step(title, pinnedNode(), [script], 'It reads packages from the npm registry; is it reachable?', {
      env: pinnedEnv(),
    }),
  )

/**
 * Runs `build` if `target`, a file or folder in build/, is missing, or if the inputs or `salt` have changed since it
 * was built.
 */
export async function keepFresh(target, inputs, build, salt = '') {
  const stamp = `build/.stamps/${target.split('/')[1]}`
  const hash = hashOf(inputs, salt)
  if (isFresh(stamp, hash) && existsSync(join(ROOT, target))) return
  await build()
  writeStamp(stamp, hash)
}

/** Returns the folder of the built client. A build with test hooks has its own folder, which is never served. */
export const clientDir = () => (process.env.TEST_HOOKS ? 'build/client-test' : 'build/client')

/** Builds the client and its prerendered pages if they are outdated. */
export async function client() {
  await server() // builds the server first, because the notices list its packages
  const dir = clientDir()
  const inputs = [
    'client',
    'shaders',
    'server/contract',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'build/.stamps/emoji',
    'build/.stamps/fonts',
    'build/.stamps/models',
    'build/packages/server.json',
    'scripts/licences',
    'scripts/offline',
    'scripts/pages',
    'scripts/setup',
    'scripts/vite',
  ]
  await keepFresh(`${dir}/index.html`, inputs, async () => {
    const env = pinnedEnv({ NODE_ENV: 'production' }) // tests that call this function have another NODE_ENV
    await step('Building the client', bin('vite'), ['build', '--logLevel', 'warn'], 'See the lines above.', { env })
    // Copies a folder into the client's folder, from where the server and the executable serve all files.
    const copyToClient = (name) => cpSync(join(ROOT, 'build', name), join(ROOT, dir, name), { recursive: true })
    for (const name of ['fonts', 'models']) copyToClient(name)
    const args = ['scripts/pages/build.ts', dir, '--compress']
    await step('Prerendering the pages', pinnedNode(), args, 'See the lines above.', { env })
    copyToClient('emoji') // copies the emoji after the compression, which would take long for thousands of images
  })
}

/** Bundles the server if the bundle is outdated. */
export async function server() {
  const args = ['scripts/setup/bundle.ts', 'server/start/main.ts', SERVER]
  const inputs = [
    'server',
    'drizzle',
    'package.json',
    'package-lock.json',
    'scripts/licences',
    'scripts/setup/bundle.ts',
  ]
  await keepFresh(SERVER, inputs, () =>
    step('Building the server', pinnedNode(), args, 'See the lines above.', { env: pinnedEnv() }),
  )
}

/**
 * @throws SetupError if this computer can't run setup, or if the Node that runs this script is too old. On a
 * platform without a Node in npm, this Node also runs the server.
 */
export function checkSystem() {
  process.report.excludeNetwork = true // otherwise the report waits for name servers
  const { glibcVersionRuntime: glibc } = process.report.getReport().header
  const obstacle = obstacleOf({ platform: process.platform, glibc, root: ROOT })
  if (obstacle) throw new SetupError(obstacle)
  const { engines, config } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const oldest = HOST in TARGETS ? engines.node.replace('>=', '') : config.oldestNode
  if (isOlder(process.versions.node, oldest))
    throw new SetupError(`Midground needs Node ${oldest} or newer to set itself up; this is ${process.version}.`)
}

/** The oldest glibc that Node and the SQLite addon of npm can use. */
const OLDEST_GLIBC = '2.34'

/** Returns why a computer can't run setup, or null. `glibc`: its version; undefined for another C library */
export function obstacleOf({ platform, glibc, root }) {
  if (platform === 'win32')
    return 'Midground needs Linux or macOS to set itself up. On Windows, use the Windows Subsystem for Linux.'
  if (platform === 'linux' && isOlder(glibc ?? '0.0', OLDEST_GLIBC))
    return `Midground needs glibc ${OLDEST_GLIBC} or newer; this system has ${glibc ? `glibc ${glibc}` : 'another C library, such as musl'}.`
  if (/[#?]/.test(root)) return `Move the folder ${root}: Vite can’t build in a path with # or ?.`
  return null
}

function isOlder(version, than) {
  const [[major, minor], [oldMajor, oldMinor]] = [version, than].map((text) => text.split('.').map(Number))
  return major < oldMajor || (major === oldMajor && minor < oldMinor)
}

/** Installs and builds everything that the running product needs. */
export async function product() {
  mkdirSync(join(ROOT, 'build'), { recursive: true })
  await pageData()
  await client()
}

/**
 * Returns the SHA-256 (hex) of the names and contents of files and folders, without test files. A missing path is
 * hashed like an empty folder. `salt` is also hashed.
 */
export function hashOf(paths, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const path of paths) {
    hash.update(`\0${path}\0`)
    for (const file of filesUnder(path)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort()
}

/** Returns true if the step ran with inputs of this hash. */
export const isFresh = (stamp, hash) => {
  const file = join(ROOT, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Records that the step ran with inputs of this hash. */
export function writeStamp(stamp, hash) {
  const file = join(ROOT, stamp)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}
