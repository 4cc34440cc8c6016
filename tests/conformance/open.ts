/** Opens whatever an engine's address names. */
import { dirname, join } from 'node:path'
import { connectDatabase } from '#server/admin/command.ts'
import type { Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrations.ts'
import { makeFolder } from '../helpers/folders.ts'

/** From the repository's root, where tests and their bundled scripts are started. */
const MIGRATIONS_FOLDER = join(process.cwd(), 'drizzle/migrations')

/** A database with the newest schema. */
export async function open(url: string, migrations = MIGRATIONS_FOLDER): Promise<Database> {
  const isServer = !url.startsWith('file:')
  const databaseFile = url.replace('file:', '')
  const settings = {
    databaseFile,
    databaseServer: isServer ? { url, authToken: null } : null,
    // copies from before an upgrade lie beside the file, not where the tests were started
    dataDir: isServer ? makeFolder() : dirname(databaseFile),
    dbSync: 'NORMAL' as const,
  }
  const known = readMigrations(migrations)
  return connectDatabase(settings, { migrations: known })
}
