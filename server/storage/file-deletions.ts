/** Deletes the files of deleted images. A database trigger on `trial_images` fills the queue. */
import { asc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import { fileDeletions } from '#drizzle/schema.ts'
import { latestTime } from '#server/contract/time.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Deps, Storage } from '#server/deps/deps.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'now' | 'pause' | 'log'>

/** Maximum number of files in a batch. */
const BATCH = 50
const FIRST_RETRY_SECONDS = 60
const LONGEST_RETRY_SECONDS = 10 * 60

/**
 * Deletes due files in batches. A file that couldn't be deleted is due again after 1 to 10 minutes. Returns the number
 * of deleted files.
 * @throws the storage's error if no file of a batch could be deleted
 */
export async function deleteQueuedFiles(needs: Needs, signal?: AbortSignal): Promise<number> {
  const { db, storage, now, pause, log } = needs
  let gone = 0
  while (!signal?.aborted) {
    const time = toSeconds(now())
    const { nextAt, storageKey } = fileDeletions
    // no retry is later than `latest`, so a later time comes from a wrong clock
    const latest = toSeconds(latestTime(now())) + LONGEST_RETRY_SECONDS
    const isDue = or(lte(nextAt, time), gt(nextAt, latest))
    const due = await db.query((orm) =>
      orm.select().from(fileDeletions).where(isDue).orderBy(asc(nextAt)).limit(BATCH).all(),
    )
    if (due.length === 0) break
    const keys = due.map((row) => row.storageKey)
    const failures = await deleteAll(storage, keys)
    const done = keys.filter((key) => !failures.has(key))
    if (done.length > 0) await db.query((orm) => orm.delete(fileDeletions).where(inArray(storageKey, done)).run())
    for (const { storageKey: key, tries } of due.filter((row) => failures.has(row.storageKey))) {
      const wait = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** tries)
      const set = { tries: tries + 1, nextAt: time + wait }
      await db.query((orm) => orm.update(fileDeletions).set(set).where(eq(storageKey, key)).run())
    }
    gone += done.length
    const [error] = failures.values()
    if (done.length === 0) throw error
    if (failures.size > 0) log.warn({ err: error, files: failures.size }, 'files not deleted')
    await pause(0)
  }
  return gone
}

/** Deletes due files during a request or command. Logs a failure. The job `file-deletions` then tries again. */
export const deleteFilesNow = (needs: Needs): Promise<unknown> =>
  deleteQueuedFiles(needs).catch((err: unknown) => needs.log.error({ err }, 'files not deleted'))

/** Deletes the files. Returns the errors by the keys of the files that couldn't be deleted. */
export async function deleteAll(storage: Storage, keys: readonly string[]): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>()
  await Promise.all(keys.map((key) => storage.delete(key).catch((error: unknown) => failures.set(key, error))))
  return failures
}
