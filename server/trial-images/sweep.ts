/** Deletes expired images, and files without a row, in small steps so that requests don't wait. */
import { DAY_MS } from '#server/contract/time.ts'
import type { Deps } from '#server/deps/deps.ts'
import { deleteAll, deleteQueuedFiles } from '#server/storage/file-deletions.ts'
import { deleteOutdated, knownKeys } from './images.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'now' | 'pause' | 'log'>

/** Number of images that one step deletes. */
const BATCH = 50
/** Minimum age in ms of files without a row, which a crash or a restore leaves. An upload takes less time. */
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
