/** Stores the contents of client files for several machines, as database rows or as objects in a bucket. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { clientFiles } from '#drizzle/schema.ts'
import type { TrialImageStore } from '#server/config/stores.ts'
import type { Database } from '#server/db/database.ts'
import { type FileBodies, storedBodies } from '#server/storage/client-versions.ts'
import { openStorage } from '#server/storage/storage.ts'

/** Size of a piece, small enough for a request to a libSQL server. */
const PIECE_BYTES = 512 * 1024
/** Maximum number of paths in one statement. */
const BATCH = 100

/** Stores file contents as rows of `client_files`, in pieces of 512 KiB. */
export function createDatabaseFileBodies(db: Database): FileBodies {
  const { path: pathColumn, piece, body: bodyColumn } = clientFiles
  return {
    async write(path, body) {
      // writes the first piece last, because `read` ignores a file without its first piece
      for (let index = Math.ceil(body.byteLength / PIECE_BYTES) - 1; index >= 0; index--) {
        const part = Buffer.from(body.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES))
        const row = { path, piece: index, body: part }
        await db.query((orm) => orm.insert(clientFiles).values(row).onConflictDoNothing().run())
      }
    },
    async read(path) {
      const mine = eq(pathColumn, path)
      const rows = await db.query((orm) =>
        orm.select({ piece, body: bodyColumn }).from(clientFiles).where(mine).orderBy(asc(piece)).all(),
      )
      return rows[0]?.piece === 0 ? Buffer.concat(rows.map((row) => row.body)) : null
    },
    async findStored(paths) {
      const stored = new Set<string>()
      for (let from = 0; from < paths.length; from += BATCH) {
        const whole = and(eq(piece, 0), inArray(pathColumn, paths.slice(from, from + BATCH)))
        const rows = await db.query((orm) => orm.select({ path: pathColumn }).from(clientFiles).where(whole).all())
        for (const { path } of rows) stored.add(path)
      }
      return stored
    },
    async delete(paths) {
      for (let from = 0; from < paths.length; from += BATCH) {
        const some = inArray(pathColumn, paths.slice(from, from + BATCH))
        await db.query((orm) => orm.delete(clientFiles).where(some).run())
      }
    },
  }
}

/** Folder in the bucket. The job that deletes unknown trial images ignores this folder. */
const FOLDER = 'client-files/'

/** Opens the shared file contents: in the bucket of the trial images or, without a bucket, in the database. */
export async function openSharedBodies(db: Database, store: TrialImageStore, log: Logger): Promise<FileBodies> {
  const rows = createDatabaseFileBodies(db)
  if (store.kind === 'folder') return rows
  const bucket = storedBodies(await openStorage({ ...store, prefix: `${store.prefix}${FOLDER}` }, log))
  return {
    ...bucket,
    // versions that were published before TRIAL_IMAGES_URL was set are in the rows
    read: async (path) => (await bucket.read(path)) ?? rows.read(path),
    async delete(paths) {
      await bucket.delete(paths)
      await rows.delete(paths)
    },
  }
}
