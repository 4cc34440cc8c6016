// Builds the single executable if one of its inputs has changed.
import { join } from 'node:path'
import { clientDir, keepFresh, pinnedEnv, product } from '../setup/prepare.mjs'
import { pinnedNode, ROOT, SetupError, step } from '../setup/run.mjs'
import { HOST, readTarget, TARGETS } from './targets.mjs'

/** Returns the path of the executable. With test hooks, the executable has another path. */
const binaryPath = (target) =>
  `build/midground${process.env.TEST_HOOKS ? '-test' : ''}${target === HOST ? '' : `-${target}`}${TARGETS[target].ending}`

/**
 * Builds missing and outdated parts of the executable for a target, by default for this machine. Returns its path.
 * @throws {SetupError} on any platform but Linux, and if a step of the build fails
 */
export async function binary(target = readTarget([])) {
  if (process.platform !== 'linux') throw new SetupError('Executables are built on Linux, for other platforms too.')
  await product()
  const path = binaryPath(target)
  const client = `build/.stamps/${clientDir().split('/')[1]}`
  const inputs = ['server', 'drizzle', 'package.json', 'package-lock.json', 'scripts/binary', 'scripts/setup', client]
  const args = ['scripts/binary/pack.mjs', clientDir(), path, target]
  await keepFresh(
    path,
    inputs,
    () => step('Packing the executable', pinnedNode(), args, 'See the lines above.', { env: pinnedEnv() }),
    target,
  )
  return join(ROOT, path)
}
