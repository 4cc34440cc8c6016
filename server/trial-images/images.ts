/** The rows beside the stored files: room, retention, consent. */

import { eq, lt, sql } from 'drizzle-orm'
import { profiles, trialImages } from '#drizzle/schema.ts'
import type { Database, Orm } from '../db/open.ts'
import { toSeconds } from '../db/time.ts'
import type { Deps, Storage } from '../deps.ts'
import { newId } from '../secrets.ts'
import type { StoredImage } from './form.ts'

type Shelf = Pick<Deps, 'db' | 'now' | 'config'>

export async function hasConsented(db: Database, userId: string): Promise<boolean> {
  const found = db.orm.select({ yes: profiles.trialImages }).from(profiles).where(eq(profiles.id, userId)).get()
  return found?.yes ?? false
}

export async function setConsent(db: Database, userId: string, yes: boolean): Promise<void> {
  db.orm.update(profiles).set({ trialImages: yes }).where(eq(profiles.id, userId)).run()
}

/** Is there room for so many more bytes? */
export const hasRoom = async (shelf: Shelf, userId: string, bytes: number): Promise<boolean> =>
  fits(shelf.db.orm, shelf, userId, bytes)

/** The row of a stored file; null if the room ran out meanwhile. */
export async function shelve(shelf: Shelf, id: string, storageKey: string, image: StoredImage): Promise<string | null> {
  return shelf.db.transaction((orm) => {
    if (!fits(orm, shelf, image.userId, image.bytes)) return null
    const createdAt = toSeconds(shelf.now())
    const deleteAfter = createdAt + shelf.config.trialImages.days * 86_400
    orm
      .insert(trialImages)
      .values({ id, storageKey, ...image, createdAt, deleteAfter })
      .run()
    return id
  })
}

function fits(orm: Orm, { config }: Shelf, userId: string, bytes: number): boolean {
  const sum = sql<number>`coalesce(sum(${trialImages.bytes}), 0)`
  const mine = orm.select({ sum }).from(trialImages).where(eq(trialImages.userId, userId)).get()?.sum ?? 0
  const all = orm.select({ sum }).from(trialImages).get()?.sum ?? 0
  return mine + bytes <= config.trialImages.perUserBytes && all + bytes <= config.trialImages.totalBytes
}

export const newStorageKey = (random: (bytes: number) => Uint8Array): string => {
  const name = newId(random)
  return `${name.slice(0, 2)}/${name}`
}

/** Deletes what is too old: the file first, so that a crash leaves a row to find it by. The number of pictures gone. */
export async function sweepTrialImages(db: Database, storage: Storage, now: number): Promise<number> {
  const old = db.orm
    .select()
    .from(trialImages)
    .where(lt(trialImages.deleteAfter, toSeconds(now)))
    .all()
  for (const { id, storageKey } of old) {
    await storage.delete(storageKey)
    db.orm.delete(trialImages).where(eq(trialImages.id, id)).run()
  }
  return old.length
}

/**
 * Deletes files that no row knows, as a crash between file and row leaves them. A file is suspected at one sweep and deleted
 * at the next, for an upload under way has no row either. Answers the new suspects.
 */
export async function sweepOrphans(
  db: Database,
  storage: Storage,
  suspects: ReadonlySet<string>,
): Promise<Set<string>> {
  const known = new Set(
    db.orm
      .select({ key: trialImages.storageKey })
      .from(trialImages)
      .all()
      .map(({ key }) => key),
  )
  const orphans = (await storage.list()).filter((key) => !known.has(key))
  for (const key of orphans) if (suspects.has(key)) await storage.delete(key)
  return new Set(orphans.filter((key) => !suspects.has(key)))
}

/** All pictures, newest first, for the operator. */
export async function listTrialImages(db: Database) {
  return db.orm.select().from(trialImages).orderBy(sql`${trialImages.createdAt} desc`).all()
}

export async function findTrialImage(db: Database, id: string) {
  return db.orm.select().from(trialImages).where(eq(trialImages.id, id)).get() ?? null
}
