/** The table of the sandbox for payments. */
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The embedded sandbox's own books, so that a restart forgets no customer. Empty with real billing. */
export const sandbox = sqliteTable(
  'sandbox',
  {
    kind: text('kind').notNull(), // 'world': everything in one row
    id: text('id').notNull(),
    body: text('body').notNull(), // JSON
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)
