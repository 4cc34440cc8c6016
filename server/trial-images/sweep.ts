/** Deletes what is too old and what nobody knows, in steps so small that no request waits for one. */
import type { Deps } from '../deps/deps.ts'
import type { Storage } from '../deps/storage.ts'
import { forget, knownKeys, outdated, postpone } from './images.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'now' | 'pause' | 'log'>

/** Pictures deleted between two rests. */
const BATCH = 50
const HOUR_MS = 3_600_000
/** An upload is over long before: what is older and has no row was left by a crash, or by a database that was restored. */
const ORPHAN_MS = 24 * HOUR_MS

/** Deletes pictures past their days: the file first, so that a crash leaves a row to find it by. The number of them. */
export async function sweepTrialImages(needs: Needs, signal?: AbortSignal): Promise<number> {
  const { db, storage, now, pause, log } = needs
  let gone = 0
  while (!signal?.aborted) {
    const old = await outdated(db, now(), BATCH)
    if (old.length === 0) break
    const failures = await deleteAll(
      storage,
      old.map(({ storageKey }) => storageKey),
    )
    const stuck = old.filter(({ storageKey }) => failures.has(storageKey)).map(({ id }) => id)
    const done = old.filter(({ storageKey }) => !failures.has(storageKey)).map(({ id }) => id)
    if (done.length > 0) await forget(db, done)
    gone += done.length
    const [error] = failures.values()
    if (done.length === 0) throw error // the storage is away: nothing but time will help
    if (stuck.length > 0) {
      log.warn({ err: error, pictures: stuck.length }, 'pictures not deleted')
      await postpone(db, stuck, now() + HOUR_MS) // or they would stand in the way of the others
    }
    await pause(0)
  }
  return gone
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

/** What could not be deleted, and why. */
export async function deleteAll(storage: Storage, keys: readonly string[]): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>()
  await Promise.all(keys.map((key) => storage.delete(key).catch((error: unknown) => failures.set(key, error))))
  return failures
}
