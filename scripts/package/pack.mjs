// Makes the npm package: the built server and client. It depends only on the package of SQLite's addon.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientDir, product } from '../setup/prepare.mjs'
import { NPM, ROOT, SERVER } from '../setup/run.mjs'

/**
 * Returns true for gzip copies, and for a file with a Brotli copy, which the server can decompress. Omitting these
 * files saves a third of the package's size.
 */
const isOmitted = (path) => path.endsWith('.gz') || existsSync(`${path}.br`)

const BIN = 'bin/midground.mjs'

/** Builds changed parts and packs them. Returns the path of the tarball. */
export async function packPackage() {
  await product()
  const stage = join(ROOT, `build/package${process.env.TEST_HOOKS ? '-test' : ''}`)
  rmSync(stage, { recursive: true, force: true })
  const copy = (from, to = from) =>
    cpSync(join(ROOT, from), join(stage, to), { recursive: true, filter: (path) => !isOmitted(path) })
  copy(clientDir(), 'build/client')
  for (const path of [SERVER, 'drizzle/migrations', 'scripts/binary/midground.service', 'LICENSE']) copy(path)
  cpSync(join(ROOT, clientDir(), 'third-party-notices.txt'), join(stage, 'THIRD-PARTY-NOTICES.txt'))
  copy('scripts/package/README.md', 'README.md')
  write(join(stage, 'package.json'), JSON.stringify(manifest(), null, 2))
  write(join(stage, BIN), `#!/usr/bin/env node\nawait import('../${SERVER}')\n`)
  chmodSync(join(stage, BIN), 0o755)
  const args = ['pack', '--json', '--pack-destination', dirname(stage)]
  const [{ filename }] = JSON.parse(execFileSync(NPM, args, { cwd: stage, encoding: 'utf8', maxBuffer: 1 << 26 }))
  return join(dirname(stage), filename)
}

/** Returns the package's manifest. Its only dependency is SQLite's package, which the bundle can't contain. */
function manifest() {
  const { name, version, description, license, config, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: `>=${config.oldestNode}` },
    bin: { [name]: BIN },
    files: ['bin', 'build', 'drizzle', 'scripts', 'THIRD-PARTY-NOTICES.txt'],
    dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
  }
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${text.trimEnd()}\n`)
}
