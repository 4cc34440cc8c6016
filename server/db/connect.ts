/** The database that the operator has chosen. */
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { DatabaseConfig } from '../config/database.ts'
import type { Database } from './database.ts'
import { openServer } from './libsql.ts'
import type { Migration } from './migrate.ts'
import { openDatabase } from './open.ts'

/** What a single binary brings along. */
interface Supplies {
  readonly migrations: readonly Migration[]
  /** The SQLite addon where it has to be unpacked first. */
  readonly nativeBinding?: (dataDir: string) => object
}

type Settings = DatabaseConfig & Pick<Config, 'dataDir'>

export function connectDatabase(
  settings: Settings,
  { migrations, nativeBinding }: Supplies,
): Promise<Database> | Database {
  const { databaseFile, databaseServer, dataDir, dbSync } = settings
  if (databaseServer) return openServer({ ...databaseServer, migrations })
  return openDatabase({
    file: databaseFile,
    migrations,
    sync: dbSync,
    ...(nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {}),
    backupTo: (version) => join(dataDir, `midground-before-version-${version + 1}.db`),
  })
}
