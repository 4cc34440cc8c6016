/** Backs up the rows of a libSQL server into a database file, which `move` brings to an empty server. */
import { renameSync } from 'node:fs'
import { createClient } from '@libsql/client/http'
import { copyServer } from './copy-server.ts'
import { serverError, serverVersion } from './libsql.ts'
import type { SqliteBinding } from './lock.ts'
import { type Migration, NewerSchemaError } from './migrate.ts'
import { OperatorError } from './operator-error.ts'

/** The parameters of a backup of a libSQL server. */
export interface ServerBackup extends SqliteBinding {
  readonly from: { readonly url: string; readonly authToken: string | null }
  /** Path of the backup. An existing file is replaced by the whole new one. */
  readonly to: string
  readonly migrations: readonly Migration[]
}

/**
 * Copies one snapshot of the rows while others write, and verifies the copy. Changes nothing on the server.
 * @throws {OperatorError} if the server cannot be used, has no tables of this program or those of a newer version, or the
 * file cannot be written.
 */
export async function backUpServer({ from, to, migrations, ...options }: ServerBackup): Promise<void> {
  const { host } = new URL(from.url)
  const client = createClient({ url: from.url, ...(from.authToken === null ? {} : { authToken: from.authToken }) })
  try {
    let copy: string | null = null
    while (copy === null) {
      const version = await serverVersion(client)
      if (version === 0) throw new OperatorError(`${host} has no tables of this program: there is nothing to copy.`)
      if (version > migrations.length) throw new NewerSchemaError(version, migrations.length)
      // null if another process has changed the schema meanwhile
      copy = await copyServer(client, { to: `${to}.new`, version, migrations, ...options })
    }
    renameSync(copy, to)
  } catch (error) {
    throw serverError(host, error)
  } finally {
    client.close()
  }
}
