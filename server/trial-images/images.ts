/**
 * The stored trial images: quota, retention and consent. Deletes expired images, and files without a row, in small
 * steps so that requests don't wait.
 */

import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { profiles, trialImages, trialImageTotals, users } from '#drizzle/schema.ts'
import { DAY_MS, DAY_SECONDS } from '#server/contract/time.ts'
import { newId } from '#server/crypto/secrets.ts'
import { type Database, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { deleteAll, deleteQueuedFiles } from '#server/storage/file-deletions.ts'
import type { StoredImage } from './form.ts'

type Shelf = Pick<Deps, 'db' | 'now' | 'config'>

/** Number of rows per page of a list. */
const PAGE = 500
/** Owner of the row with the totals of all accounts. Database triggers maintain the totals. */
const EVERYBODY = ''

/** Returns the number and size of an account's images, or of all accounts' images without `owner`. */
export async function storedTotal(db: Database, owner: string = EVERYBODY) {
  const { pictures, bytes } = trialImageTotals
  const found = await db.query((orm) =>
    orm.select({ pictures, bytes }).from(trialImageTotals).where(eq(trialImageTotals.owner, owner)).get(),
  )
  return found ?? { pictures: 0, bytes: 0 }
}

/**
 * Returns the SQL condition that the total of the owner, by default of all accounts, plus `bytes` is at most `room`.
 */
const fits = (bytes: number, room: number, owner: string = EVERYBODY) =>
  sql`coalesce((select ${trialImageTotals.bytes} from ${trialImageTotals} where ${trialImageTotals.owner} = ${owner}), 0) + ${bytes} <= ${room}`

/** Returns true if the account allows storing its trial exports. */
export async function hasConsented(db: Database, userId: string): Promise<boolean> {
  const found = await db.query((orm) =>
    orm.select({ yes: profiles.trialImages }).from(profiles).where(eq(profiles.id, userId)).get(),
  )
  return found?.yes ?? false
}

/** Stores the consent. Without consent, deletes the account's images and queues their files for deletion. */
export async function setConsent(db: Database, userId: string, yes: boolean): Promise<void> {
  await db.transaction(async (orm) => {
    await orm.update(profiles).set({ trialImages: yes }).where(eq(profiles.id, userId)).run()
    if (!yes) await orm.delete(trialImages).where(eq(trialImages.userId, userId)).run()
  })
}

/** Returns all images of the account, newest first. The quota limits their number. */
export const ownImages = (db: Database, userId: string) =>
  db.query((orm) =>
    orm.select().from(trialImages).where(eq(trialImages.userId, userId)).orderBy(desc(trialImages.createdAt)).all(),
  )

/** Deletes an image and queues its file for deletion. Returns false if the account doesn't own the image. */
export async function deleteOwnImage(db: Database, userId: string, id: string): Promise<boolean> {
  const mine = and(eq(trialImages.id, id), eq(trialImages.userId, userId))
  const gone = await db.query((orm) => orm.delete(trialImages).where(mine).returning({ id: trialImages.id }).get())
  return gone !== undefined
}

/** Returns true if `bytes` more bytes fit into the account's quota and the total quota. */
export async function hasRoom({ db, config }: Shelf, userId: string, bytes: number): Promise<boolean> {
  const { perUserBytes, totalBytes } = config.trialImages
  const room = sql<number>`${fits(bytes, perUserBytes, userId)} and ${fits(bytes, totalBytes)}`
  const answer = await db.query((orm) => orm.get<{ yes: number }>(sql`select ${room} as yes`))
  return answer.yes === 1
}

/**
 * Inserts the row of a stored file. Returns a reason if the quota is used up, the account was deleted, or the consent
 * was withdrawn.
 */
export async function shelve(
  { db, now, config }: Shelf,
  id: string,
  storageKey: string,
  image: StoredImage,
): Promise<'shelved' | 'no_room' | 'no_account' | 'opted_out'> {
  const { userId, imageName, editorType, bytes, width, height } = image
  const { days, perUserBytes, totalBytes } = config.trialImages
  const createdAt = toSeconds(now())
  const deleteAfter = createdAt + days * DAY_SECONDS
  // checks and inserts in one statement, because quota, account and consent may have changed during the upload
  const consents = sql`exists (select 1 from ${profiles} where ${profiles.id} = ${userId} and ${profiles.trialImages} = 1)`
  const row = sql`select ${id}, ${users.id}, ${storageKey}, ${imageName}, ${editorType}, ${bytes}, ${width}, ${height}, ${createdAt}, ${deleteAfter}
    from ${users} where ${users.id} = ${userId} and ${consents} and ${fits(bytes, perUserBytes, userId)} and ${fits(bytes, totalBytes)}`
  const shelved = await db.query((orm) => orm.insert(trialImages).select(row).returning({ id: trialImages.id }).get())
  if (shelved) return 'shelved'
  const account = await db.query((orm) => orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).get())
  if (!account) return 'no_account'
  return (await hasConsented(db, userId)) ? 'no_room' : 'opted_out'
}

/** Returns a new random key for a stored file. */
export const newStorageKey = (random: (bytes: number) => Uint8Array): string => {
  const name = newId(random)
  return `${name.slice(0, 2)}/${name}`
}

/** Yields all images in pages, newest first (unless the retention time was changed). */
export async function* listTrialImages(db: Database) {
  const { deleteAfter, id } = trialImages // `deleteAfter` has an index, unlike the time of creation
  let older: SQL | undefined
  for (;;) {
    const page = await db.query((orm) =>
      orm.select().from(trialImages).where(older).orderBy(desc(deleteAfter), asc(id)).limit(PAGE).all(),
    )
    yield* page
    const last = page.at(-1)
    if (!last) return
    older = or(lt(deleteAfter, last.deleteAfter), and(eq(deleteAfter, last.deleteAfter), gt(id, last.id)))
  }
}

/** Returns the row of a stored image, or null. */
export async function findTrialImage(db: Database, id: string) {
  return (await db.query((orm) => orm.select().from(trialImages).where(eq(trialImages.id, id)).get())) ?? null
}

/** Returns those of the given storage keys that have a row. */
async function knownKeys(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { storageKey } = trialImages
  const these = inArray(storageKey, [...keys])
  const found = await db.query((orm) => orm.select({ storageKey }).from(trialImages).where(these).all())
  return new Set(found.map((row) => row.storageKey))
}

/** Deletes up to `limit` images that expired before `now` (ms), oldest first. Returns the number of deleted images. */
async function deleteOutdated(db: Database, now: number, limit: number): Promise<number> {
  const { id, deleteAfter } = trialImages
  const passed = lt(deleteAfter, toSeconds(now))
  const old = await db.query((orm) =>
    orm.select({ id }).from(trialImages).where(passed).orderBy(asc(deleteAfter)).limit(limit).all(),
  )
  const ids = old.map((row) => row.id)
  if (ids.length > 0) await db.query((orm) => orm.delete(trialImages).where(inArray(id, ids)).run())
  return ids.length
}

type Needs = Pick<Deps, 'db' | 'storage' | 'now' | 'pause' | 'log'>

/** Number of images that one step deletes. */
const BATCH = 50
/**
 * Files without a row are deleted at this age in ms. Crashes and restores leave such files. An upload takes
 * less time.
 */
const ORPHAN_MS = DAY_MS

/** Deletes the rows of expired images, then the queued files. Returns the number of deleted files. */
export async function sweepTrialImages(needs: Needs, signal?: AbortSignal): Promise<number> {
  const { db, now, pause } = needs
  while (!signal?.aborted && (await deleteOutdated(db, now(), BATCH)) > 0) await pause(0)
  return deleteQueuedFiles(needs, signal)
}

/** Deletes files without a row that are older than a day. Returns the number of deleted files. */
export async function sweepOrphans(needs: Needs, signal?: AbortSignal): Promise<number> {
  const { db, storage, now, pause, log } = needs
  let gone = 0
  for await (const keys of storage.list()) {
    if (signal?.aborted) break
    const known = await knownKeys(db, keys)
    const lost: string[] = []
    for (const key of keys.filter((key) => !known.has(key))) {
      const writtenAt = await storage.writtenAt(key)
      if (writtenAt !== null && writtenAt < now() - ORPHAN_MS) lost.push(key)
    }
    const failures = await deleteAll(storage, lost)
    gone += lost.length - failures.size
    for (const error of [...failures.values()].slice(0, 1))
      log.warn({ err: error, files: failures.size }, 'files not deleted')
    await pause(0)
  }
  return gone
}
