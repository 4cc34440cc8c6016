/** Reads the current state for the metrics and the operator's page. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { outbox } from '#drizzle/schema.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { orNull } from '#server/db/failure.ts'

type Folder = Pick<Config, 'dataDir'>

/** Counts emails: waiting, stuck after three attempts, and failed in the last month. */
export async function countMails(db: Database) {
  const count = async (condition: SQL): Promise<number> =>
    (await db.query((orm) => orm.get<{ n: number }>(sql`select count(*) as n from ${outbox} where ${condition}`))).n
  const isWaiting = sql`${outbox.sentAt} is null and ${outbox.failedAt} is null`
  return {
    waiting: await count(sql`${isWaiting} and ${outbox.tries} < 3`),
    stuck: await count(sql`${isWaiting} and ${outbox.tries} >= 3`),
    failed: await count(sql`${outbox.failedAt} is not null`),
  }
}

/** Returns the free and total bytes of the disk with DATA_DIR. */
export async function diskSpace({ dataDir }: Folder) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Returns the size of the database file and its write-ahead log in bytes. */
export async function databaseBytes({ databaseFile }: Pick<Config, 'databaseFile'>): Promise<number> {
  const files = await Promise.all(['', '-wal'].map((end) => orNull(stat(`${databaseFile}${end}`))))
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

/** File names of nightly backups: 'midground-2026-11-30T020000Z.db', with the UTC time. Group 1 is the day. */
export const NIGHTLY_BACKUP = /^midground-(\d{4}-\d{2}-\d{2})T\d{6}Z\.db$/

/** A backup in the folder of backups. `madeAtMs`: ms since the Unix epoch. */
export interface Backup {
  readonly name: string
  readonly bytes: number
  readonly madeAtMs: number
}

/** Returns the backups of this machine, newest first. */
export async function listBackups({ dataDir }: Folder): Promise<Backup[]> {
  const folder = join(dataDir, 'backups')
  const names = ((await orNull(readdir(folder))) ?? []).filter((name) => name.endsWith('.db'))
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await orNull(stat(join(folder, name)))
      // the file was deleted after its name was read
      return file ? [{ name, bytes: file.size, madeAtMs: file.mtimeMs }] : []
    }),
  )
  return found.flat().sort((a, b) => b.madeAtMs - a.madeAtMs)
}
