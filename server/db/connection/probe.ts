/** Tests whether rows can be read and written. */
import { meta } from '#drizzle/schema.ts'
import type { Database } from '../database.ts'
import { type StorageFailure, storageFailure } from '../failure.ts'

/** Time in ms that a result is reused, because anybody may request the readiness endpoint. */
const FRESH_MS = 1000

/** Creates `Database.probe`, which writes a row. Resolves with null or the storage failure. Throws other errors. */
export function createProbe(query: Database['query']): Database['probe'] {
  let probedAt = Number.NEGATIVE_INFINITY
  let result: Promise<StorageFailure | null> = Promise.resolve(null)
  return () => {
    if (performance.now() - probedAt < FRESH_MS) return result
    probedAt = performance.now()
    result = tryWrite(query)
    return result
  }
}

async function tryWrite(query: Database['query']): Promise<StorageFailure | null> {
  const value = new Date().toISOString()
  try {
    await query((orm) =>
      orm
        .insert(meta)
        .values({ key: 'last_probe', value })
        .onConflictDoUpdate({ target: meta.key, set: { value } })
        .returning({ key: meta.key })
        .get(),
    )
    return null
  } catch (error) {
    const failure = storageFailure(error)
    if (failure === null) throw error
    return failure
  }
}
