/** Deletes old usage rows. The profile has the counts, and no client repeats a request after a year. */
import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { usage } from '#drizzle/schema.ts'
import { DAY_MS } from '#server/contract/time.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'

/** Days until usage rows are deleted. */
const KEEP_DAYS = 400
/** Number of rows read in one step. Other requests run between two steps. */
const PAGE = 1000

type Needs = Pick<Deps, 'db' | 'now' | 'pause'>

/**
 * Deletes old rows and returns their number. Reads by key, because an index on the time would slow down every download.
 */
export async function sweepUsage({ db, now, pause }: Needs, signal?: AbortSignal): Promise<number> {
  const passed = toSeconds(now() - KEEP_DAYS * DAY_MS)
  const { userId, kind, key, createdAt } = usage
  let gone = 0
  let after: SQL | undefined
  while (!signal?.aborted) {
    const page = await db.query((orm) =>
      orm
        .select({ userId, kind, key, createdAt })
        .from(usage)
        .where(after)
        .orderBy(asc(userId), asc(kind), asc(key))
        .limit(PAGE)
        .all(),
    )
    const old = page.filter((row) => row.createdAt < passed)
    if (old.length > 0)
      await db.transaction(async (orm) => {
        for (const row of old) {
          const it = and(eq(userId, row.userId), eq(kind, row.kind), eq(key, row.key), lt(createdAt, passed))
          await orm.delete(usage).where(it).run()
        }
      })
    gone += old.length
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = sql`(${userId}, ${kind}, ${key}) > (${last.userId}, ${last.kind}, ${last.key})`
    await pause(0)
  }
  return gone
}
