// Builds the single executable if one of its inputs has changed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientDir, pinnedEnv, product } from '../setup/prepare.mjs'
import { pinnedNode, ROOT, SetupError, step } from '../setup/run.mjs'
import { hashOf, isFresh, writeStamp } from '../setup/stamp.mjs'

/** An executable with test hooks has a path of its own, like the client in it. */
const binaryPath = () => (process.env.TEST_HOOKS ? 'build/midground-test' : 'build/midground')

/** Builds what is missing and returns the path of the executable. */
export async function binary() {
  if (process.platform !== 'linux') throw new SetupError('The single executable is built on Linux, for Linux.')
  await product()
  const path = binaryPath()
  const stamp = `build/.stamps/${path.split('/')[1]}`
  const inputs = [
    'server',
    'drizzle/migrations',
    'drizzle/schema.ts',
    'package-lock.json',
    'scripts/binary',
    'scripts/setup',
  ]
  const hash = hashOf([...inputs, `build/.stamps/${clientDir().split('/')[1]}`], process.arch)
  if (!isFresh(stamp, hash) || !existsSync(join(ROOT, path))) {
    const args = ['scripts/binary/pack.mjs', clientDir(), path]
    await step('Packing the executable', pinnedNode(), args, 'See the lines above.', { env: pinnedEnv() })
    writeStamp(stamp, hash)
  }
  return join(ROOT, path)
}
