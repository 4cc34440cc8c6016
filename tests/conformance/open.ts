/** Opens whatever an engine's address names. */
import { dirname, join } from 'node:path'
import { connectDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { openServer } from '#server/db/libsql.ts'
import { readMigrations } from '#server/db/migrations.ts'

/** From the repository's root, where tests and their bundled scripts are started. */
const MIGRATIONS_FOLDER = join(process.cwd(), 'drizzle/migrations')

/** On a busy machine a server that gives up the locks of several dead writers, one by one, takes longer than users wait. */
const REQUEST_TIMEOUT_MS = 60_000

/** A database with the newest schema. */
export async function open(url: string, folder = MIGRATIONS_FOLDER): Promise<Database> {
  const migrations = readMigrations(folder)
  if (!url.startsWith('file:'))
    return openServer({ url, authToken: null, migrations, requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const databaseFile = url.replace('file:', '')
  const settings = {
    databaseFile,
    databaseServer: null,
    dataDir: dirname(databaseFile), // copies from before an upgrade lie beside it, not where the tests were started
    dbSync: 'NORMAL' as const,
  }
  return connectDatabase(settings, { migrations, files: () => [], command: [process.execPath] })
}
