/** Deletes what is too old and what nobody knows, in steps so small that no request waits for one. */
import type { Deps } from '../deps/deps.ts'
import { deleteAll, deleteQueuedFiles } from '../storage/file-deletions.ts'
import { deleteOutdated, knownKeys } from './images.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'now' | 'pause' | 'log'>

/** Pictures deleted between two rests. */
const BATCH = 50
/** An upload is over long before: what is older and has no row was left by a crash, or by a database that was restored. */
const ORPHAN_MS = 24 * 3_600_000

/** Deletes pictures past their days, then their files. The number of files deleted. */
export async function sweepTrialImages(needs: Needs, signal?: AbortSignal): Promise<number> {
  const { db, now, pause } = needs
  while (!signal?.aborted && (await deleteOutdated(db, now(), BATCH)) > 0) await pause(0)
  return deleteQueuedFiles(needs, signal)
}

/** Deletes files without a row. The number of them. */
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
