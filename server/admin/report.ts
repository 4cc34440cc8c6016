/** Commands that print counts from the database. */
import { count, eq, getTableColumns, getTableName, sum } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#drizzle/schema.ts'
import { plan } from '#server/contract/plans/entitlements.ts'
import type { Orm } from '#server/db/database.ts'
import { effectiveProfile } from '#server/profiles/profiles.ts'
import { storedTotal } from '#server/trial-images/images.ts'
import type { DatabaseContext } from './command.ts'

/** `midground stats`: prints the number of accounts by plan, of images, of downloads and of stored images. */
export async function statsCommand({ db, config, now, print }: DatabaseContext): Promise<number> {
  const tiers = { free: 0, trial: 0, pro: 0, visitor: 0 }
  const { profiles, billing } = schema
  const accounts = (orm: Orm) => orm.select().from(profiles).leftJoin(billing, eq(billing.userId, profiles.id))
  for (const row of await db.query((orm) => accounts(orm).all()))
    tiers[plan(effectiveProfile(row, config.billing, now()), now()).tier] += 1
  const isDownload = eq(schema.usage.kind, 'download')
  const downloads = await db.query((orm) => orm.select({ n: count() }).from(schema.usage).where(isDownload).get())
  const generated = { n: sum(schema.profiles.imagesGenerated) }
  const images = await db.query((orm) => orm.select(generated).from(schema.profiles).get())
  const stored = await storedTotal(db)
  print(`Accounts       free ${tiers.free}, trial ${tiers.trial}, Pro ${tiers.pro}`)
  print(`Images         ${images?.n ?? 0}`)
  print(`Downloads      ${downloads?.n ?? 0}`)
  print(`Trial images   ${stored.pictures}, ${Math.round(stored.bytes / 1_000_000)} MB`)
  return 0
}

/** `midground db`: prints every table with the number of its rows and its columns. */
export async function summaryCommand({ db, print }: DatabaseContext): Promise<number> {
  print(db.name)
  for (const table of Object.values<SQLiteTable>(schema)) {
    const rows = (await db.query((orm) => orm.select({ n: count() }).from(table).get()))?.n ?? 0
    print(`${getTableName(table).padEnd(16)} ${String(rows).padStart(8)} rows   ${columnsOf(table)}`)
  }
  return 0
}

const columnsOf = (table: SQLiteTable): string =>
  Object.values(getTableColumns(table))
    .map((column) => column.name)
    .join(', ')
