/** Opens the database of an engine's URL. */
import { dirname, join } from 'node:path'
import { connectDatabase } from '#server/admin/command.ts'
import type { Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { makeFolder } from '../helpers/folders.ts'

/** Relative to the repository's root, where the tests and their bundled scripts run. */
const MIGRATIONS_FOLDER = join(process.cwd(), 'drizzle/migrations')

/** Opens a database and migrates it. */
export async function open(url: string, migrations = MIGRATIONS_FOLDER): Promise<Database> {
  const isServer = !url.startsWith('file:')
  const databaseFile = url.replace('file:', '')
  const settings = {
    databaseFile,
    databaseServer: isServer ? { url, authToken: null } : null,
    // copies before a migration are written beside the file, not to the working directory
    dataDir: isServer ? makeFolder() : dirname(databaseFile),
    dbSync: 'NORMAL' as const,
  }
  const known = readMigrations(migrations)
  return connectDatabase(settings, { migrations: known })
}
