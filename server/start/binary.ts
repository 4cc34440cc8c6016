/** Starts the program in a single executable (Node SEA), which contains client, migrations and SQLite addon. */
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea'
import { environment } from '#server/config/config.ts'
import { loadAddon } from '#server/db/file/unpack.ts'
import type { Migration } from '#server/db/migrate.ts'
import { readClientFolder, type SourceFile } from '#server/static/files.ts'
import { leave, runProgram } from './program.ts'

/** Prefixes of asset keys, as in `scripts/binary/pack.mjs`. */
const CLIENT = 'client/'
const MIGRATIONS = 'drizzle/'
const NATIVE = 'native/'

const keysUnder = (prefix: string): string[] => getAssetKeys().filter((key) => key.startsWith(prefix))

/** Returns a view of the executable's memory, which must not be changed. */
const bytesOf = (key: string): Uint8Array => new Uint8Array(getRawAsset(key))

const migrations = (): Migration[] =>
  keysUnder(MIGRATIONS)
    .sort()
    .map((key) => ({ name: key.slice(MIGRATIONS.length).replace(/\.sql$/, ''), sql: getAsset(key, 'utf8') }))

function* client(): Generator<SourceFile> {
  for (const key of keysUnder(CLIENT)) {
    const content = bytesOf(key)
    yield { path: `/${key.slice(CLIENT.length)}`, size: content.byteLength, content }
  }
}

function addon(dataDir: string): object {
  const [key] = keysUnder(NATIVE)
  if (!key) throw new Error('the executable holds no SQLite addon')
  return loadAddon(dataDir, key.slice(NATIVE.length), bytesOf(key))
}

// CommonJS has no top-level await. A rejection stops the process and prints its stack.
void runProgram(process.argv.slice(2), environment(), {
  migrations: migrations(),
  files: (folder) => (folder ? readClientFolder(folder) : client()),
  nativeBinding: addon,
  unit: () => getAsset('midground.service', 'utf8'),
  command: [process.execPath],
}).then(leave)
