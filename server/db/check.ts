/** Checks whether the configured database can be used. Does not change existing data. */
import { existsSync } from 'node:fs'
import { createClient } from '@libsql/client/http'
import type { Config } from '../config/config.ts'
import type { DatabaseConfig } from '../config/database.ts'
import { mustBeWritable } from './access.ts'
import { verify } from './backup.ts'
import { serverError, serverVersion } from './libsql.ts'
import type { SqliteBinding } from './lock.ts'
import { type Migration, NewerSchemaError } from './migrate.ts'
import { refuseLostDatabase } from './presence.ts'

type Settings = DatabaseConfig & Pick<Config, 'dataDir'>

/**
 * Returns a sentence about the state of the database.
 * @throws {OperatorError} if the server could not start with it.
 */
export async function checkDatabase(
  { databaseFile, databaseServer }: Settings,
  migrations: readonly Migration[],
  options: SqliteBinding,
): Promise<string> {
  if (databaseServer) return checkServer(databaseServer, migrations.length)
  mustBeWritable(databaseFile)
  refuseLostDatabase(databaseFile)
  if (!existsSync(databaseFile)) return `${databaseFile} will be made`
  verify(databaseFile, migrations, options)
  return `${databaseFile} is whole`
}

/** Creates a table and rolls back, because a token may allow reading only. */
const TRY_WRITING = 'BEGIN IMMEDIATE; CREATE TABLE midground_check (x); ROLLBACK'

async function checkServer({ url, authToken }: NonNullable<DatabaseConfig['databaseServer']>, known: number) {
  const client = createClient({ url, ...(authToken === null ? {} : { authToken }) })
  const { host } = new URL(url)
  try {
    const version = await serverVersion(client)
    if (version > known) throw new NewerSchemaError(version, known)
    await client.executeMultiple(TRY_WRITING)
    return version === 0
      ? `${host} can be written to and is empty`
      : `${host} has schema version ${version} of ${known}`
  } catch (error) {
    throw serverError(host, error)
  } finally {
    client.close()
  }
}
