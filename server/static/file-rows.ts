/** Files of the client as rows of the database, in pieces that fit a request to a libSQL server. */
import { asc, eq, inArray } from 'drizzle-orm'
import { clientFiles } from '#drizzle/schema.ts'
import type { Database } from '../db/database.ts'
import type { FileBodies } from './shared-client-files.ts'

const PIECE_BYTES = 512 * 1024
/** Paths of one statement. */
const BATCH = 100

/** Stores file bodies as rows of `client_files`, in pieces of 512 KiB. */
export function createDatabaseFileBodies(db: Database): FileBodies {
  const { path: pathColumn, piece, body: bodyColumn } = clientFiles
  return {
    async write(path, body) {
      // the first piece last: a file whose writing was broken off is none
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
    async delete(paths) {
      for (let from = 0; from < paths.length; from += BATCH) {
        const some = inArray(pathColumn, paths.slice(from, from + BATCH))
        await db.query((orm) => orm.delete(clientFiles).where(some).run())
      }
    },
  }
}
