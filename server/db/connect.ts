/** Opens the configured database. */
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { DatabaseConfig } from '../config/database.ts'
import type { Database } from './database.ts'
import { openServer } from './libsql.ts'
import type { Migration } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Parts that a single-file executable carries inside. */
interface Supplies {
  readonly migrations: readonly Migration[]
  /** Loads the SQLite addon, in an executable that has to unpack it first. */
  readonly nativeBinding?: (dataDir: string) => object
}

type Settings = DatabaseConfig & Pick<Config, 'dataDir'>

/**
 * Opens the libSQL server if one is configured, else the database file, and migrates it. A copy is made before a
 * migration.
 * @throws {OperatorError} if it cannot be opened or has a newer schema
 */
export function connectDatabase(
  settings: Settings,
  { migrations, nativeBinding }: Supplies,
): Promise<Database> | Database {
  const { databaseFile, databaseServer, dataDir, dbSync } = settings
  const backupTo = (version: number) => join(dataDir, `midground-before-version-${version + 1}.db`)
  const binding = nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {}
  if (databaseServer) return openServer({ ...databaseServer, migrations, backupTo, ...binding })
  return openDatabase({ file: databaseFile, migrations, sync: dbSync, backupTo, ...binding })
}
