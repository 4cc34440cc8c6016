/** The tables of the built client's files, which machines share through the database. Part of `schema.ts`. */
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Versions of the client that some machine serves, or did a few days ago. */
export const clientVersions = sqliteTable('client_versions', {
  id: text('id').primaryKey(), // of the paths
  paths: text('paths').notNull(), // JSON: of all files that are named by their content
  seenAt: integer('seen_at').notNull(), // a machine served it then
  publishedAt: integer('published_at'), // all of its files are stored
})

/** Their files in pieces, compressed by Brotli where their type shrinks. */
export const clientFiles = sqliteTable(
  'client_files',
  {
    path: text('path').notNull(),
    piece: integer('piece').notNull(),
    body: blob('body', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.piece] })],
)
