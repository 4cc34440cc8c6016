/** Makes databases with the newest schema. */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '#server/db/migrate.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { makeFolder } from './folders.ts'

export const MIGRATIONS = readMigrations(join(import.meta.dirname, '../../drizzle/migrations'))

let template = ''

/** Creates a database file by copying a migrated file, which is faster than migrating. */
export function freshDatabase(file = join(makeFolder(), 'midground.db')): FileDatabase {
  if (!existsSync(template)) {
    template = join(makeFolder(), 'empty.db') // the template is deleted with the test file's other folders
    openDatabase({ file: template, migrations: MIGRATIONS }).close()
  }
  copyFileSync(template, file)
  return openDatabase({ file, migrations: MIGRATIONS })
}
