/** Starts the program with Node. */
import crypto from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

// checks before the imports below, because the SQLite addon crashes without a message on an old Node
if (!hasArgon2()) {
  const { oldestNode } = manifest.config
  const found = `Node ${process.versions.node} with OpenSSL ${process.versions.openssl}`
  console.error(`Midground needs Node ${oldestNode} or newer with OpenSSL 3.2 or newer; this is ${found}.`)
  process.exit(1)
}

const root = join(import.meta.dirname, '../..')
const [{ environment }, { readMigrations }, { leave, runProgram }, { readClientFolder, readFolder }] =
  await Promise.all([
    import('#server/config/config.ts'),
    import('#server/db/migrate.ts'),
    import('./program.ts'),
    import('#server/static/files.ts'),
  ])

const client = join(root, 'build', 'client')
const code = await runProgram(process.argv.slice(2), environment(), {
  migrations: readMigrations(join(root, 'drizzle', 'migrations')),
  files: (folder) => (folder ? readClientFolder(folder) : existsSync(client) ? readFolder(client) : []),
  unit: () => readFileSync(join(root, 'scripts/binary/midground.service'), 'utf8'),
  command: [process.execPath, ...process.execArgv, import.meta.filename],
})
leave(code)

/** Returns true if this Node computes argon2id. Uses the smallest parameters, which take less than 1 ms. */
function hasArgon2(): boolean {
  try {
    crypto.argon2Sync('argon2id', {
      message: '',
      nonce: new Uint8Array(8),
      parallelism: 1,
      tagLength: 4,
      memory: 8,
      passes: 1,
    })
    return true
  } catch {
    return false // this Node lacks the function, or its OpenSSL lacks the algorithm
  }
}
