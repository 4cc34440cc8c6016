/** The database that the operator has chosen. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Resources } from '../resources.ts'
import type { Database } from './database.ts'
import { openServer } from './libsql.ts'
import { openDatabase } from './open.ts'

type Settings = Pick<Config, 'databaseFile' | 'databaseServer' | 'dataDir' | 'dbSync'>

export function connectDatabase(settings: Settings, resources: Resources): Promise<Database> | Database {
  const { databaseFile, databaseServer, dataDir, dbSync } = settings
  const { migrations, nativeBinding } = resources
  if (databaseServer) return openServer({ ...databaseServer, migrations })
  return openDatabase({
    file: databaseFile,
    migrations,
    sync: dbSync,
    ...(nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {}),
    backupTo: (version) => join(dataDir, `midground-before-version-${version + 1}.db`),
  })
}
