/** The tables that don't refer to accounts. `schema.ts` includes them. */
import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Counters of the rate limiter, which counts requests per fixed time window. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').primaryKey(), // name of the rule, then the hash of the counted IP address or account
    hits: integer('hits').notNull(),
    resetAtMs: integer('reset_at_ms').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetAtMs)],
)

/** Queue of emails. The server retries failed emails, even after a restart. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    dedupe: text('dedupe').unique(), // unique key of the email, which prevents queueing an email twice
    to: text('to').notNull(),
    template: text('template').notNull(),
    data: text('data').notNull(), // JSON; deleted after sending, because it may hold a link with a token
    tries: integer('tries').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    sentAt: integer('sent_at'),
    failedAt: integer('failed_at'), // when the server stopped retrying
  },
  (table) => [
    index('outbox_waiting').on(table.nextAt).where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
    index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
)

/** The process that currently runs each periodic job. No other process runs the job at that time. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  untilMs: integer('until_ms').notNull(),
  lastRunMs: integer('last_run_ms').notNull().default(0),
})

/** Single values of this installation, by name. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

/** The state of the payment sandbox, which lets customers survive a restart. Empty when billing uses Stripe. */
export const sandbox = sqliteTable(
  'sandbox',
  {
    kind: text('kind').notNull(), // always 'world', because one row holds the whole state
    id: text('id').notNull(),
    body: text('body').notNull(), // JSON
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

/** Versions of the client that a server serves now or has served in the last seven days. */
export const clientVersions = sqliteTable('client_versions', {
  id: text('id').primaryKey(), // hash of the paths
  paths: text('paths').notNull(), // JSON array of the paths of all files with a content hash in their name
  seenAt: integer('seen_at').notNull(), // when a server last served this version
  publishedAt: integer('published_at'), // null until the database has all files of the version
})

/** The files of the client versions, each in several pieces. Compressible types are stored as Brotli. */
export const clientFiles = sqliteTable(
  'client_files',
  {
    path: text('path').notNull(),
    piece: integer('piece').notNull(),
    body: blob('body', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.piece] })],
)
