/** Opens, migrates and fills databases for the conformance tests. */
import { cpSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { users } from '#drizzle/schema.ts'
import { connectDatabase } from '#server/admin/command.ts'
import type { Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { makeFolder } from '../helpers/folders.ts'

/** Relative to the repository's root, where the tests and their bundled scripts run. */
const MIGRATIONS_FOLDER = join(process.cwd(), 'drizzle/migrations')

/** Number of attempts to open a database on a server. On a busy machine, one attempt may exceed its time limit. */
const ATTEMPTS = 5

/**
 * Opens a database and migrates it. If a server can't be reached, tries up to `ATTEMPTS` times. Rejects with the last
 * error.
 */
export async function open(url: string, migrations = MIGRATIONS_FOLDER): Promise<Database> {
  const isServer = !url.startsWith('file:')
  const databaseFile = url.replace('file:', '')
  const settings = {
    databaseFile,
    databaseServer: isServer ? { url, authToken: null } : null,
    // copies before a migration are in this folder, not in the working directory
    dataDir: isServer ? makeFolder() : dirname(databaseFile),
    dbSync: 'NORMAL' as const,
  }
  const known = readMigrations(migrations)
  for (let attempt = 1; ; attempt++)
    try {
      return await connectDatabase(settings, { migrations: known })
    } catch (error) {
      const isUnreachable = isServer && String(error).includes('cannot be reached')
      if (!isUnreachable || attempt === ATTEMPTS) throw error
    }
}

/** The newest schema version. */
export const VERSION = readMigrations(MIGRATIONS_FOLDER).length

/** Returns a folder with all migrations and an additional migration. */
export function nextMigrations(sql: string): string {
  const folder = join(makeFolder(), 'migrations')
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, `${String(VERSION + 1).padStart(4, '0')}_next.sql`), sql)
  return folder
}

/** Adds an account with its id as email address. */
export const addUser = (db: Database, id: string) =>
  db.query((orm) => orm.insert(users).values({ id, email: id, emailKey: id, passwordHash: 'x', createdAt: 0 }).run())

/** Returns the ids of all accounts, sorted. */
export const userIds = async (db: Database): Promise<string[]> =>
  (await db.query((orm) => orm.select({ id: users.id }).from(users).orderBy(users.id).all())).map(({ id }) => id)

/** Returns SQL that adds accounts `u1` to `u<count>`. Their addresses contain non-ASCII characters. */
export const manyUsers = (count: number): string =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into users (id, email, email_key, password_hash, created_at)
    select 'u' || i, 'ä' || i || '@example.org', 'ä' || i || '@example.org', 'x', i from n`
