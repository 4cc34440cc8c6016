/** Tests whether a backup can be restored. Doesn't touch the running database. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeTemporaryFolder } from '../file/access.ts'
import { bindingOf, type SqliteBinding } from '../file/lock.ts'
import type { Migration } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { copyInto, verify } from './backup.ts'

/**
 * Copies the backup to a temporary folder, migrates the copy and opens it as the server does. Returns its contents and
 * the duration. @throws {OperatorError} if the backup can't be restored, or if there is no folder for temporary files
 */
export function drill(backup: string, migrations: readonly Migration[], options: SqliteBinding) {
  const started = performance.now()
  const folder = makeTemporaryFolder(tmpdir(), 'midground-drill-')
  try {
    verify(backup, migrations, options)
    const file = join(folder, 'midground.db')
    copyInto(backup, file, options)
    openDatabase({ file, migrations, ...options }).close()
    verify(file, migrations, options)
    const sqlite = new Sqlite(file, { ...bindingOf(options), readonly: true })
    const accounts = sqlite.prepare('select count(*) from users').pluck().get()
    const newest = sqlite.prepare('select max(created_at) from sessions').pluck().get()
    sqlite.close()
    return {
      accounts: Number(accounts),
      /** Time of the newest sign-in in Unix seconds, or null if there are no sessions. */
      newestSession: newest === null ? null : Number(newest),
      ms: performance.now() - started,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
