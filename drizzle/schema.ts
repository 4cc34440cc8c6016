/**
 * The tables, one SQLite file. Times are unix seconds unless the column's name ends in `_ms`.
 * The SQL in `migrations/` is written by hand, because STRICT tables and CHECKs matter more than generated text;
 * `schema.test.ts` compares both.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export * from './client-files.ts'
export * from './sandbox.ts'

/** Who may sign in. */
export const users = sqliteTable('users', {
  id: text('id').primaryKey(), // 120 random bits, base32
  email: text('email').notNull(), // as typed, trimmed
  emailKey: text('email_key').notNull().unique(), // NFKC and lower case: what we look up
  passwordHash: text('password_hash').notNull(), // argon2id, PHC string
  emailVerifiedAt: integer('email_verified_at'),
  // written by the version before `signups` only, which may still run beside this one: cannot sign in
  awaitsVerification: integer('awaits_verification', { mode: 'boolean' }).notNull().default(false),
  disabledAt: integer('disabled_at'), // set by the operator; a disabled account cannot sign in
  createdAt: integer('created_at').notNull(),
})

/** Sign-ups whose address is not confirmed yet, each with its own password. They take no address: confirming does. */
export const signups = sqliteTable(
  'signups',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(), // all that wait for one address share a salt
    tokenHash: text('token_hash').unique(), // SHA-256, hex; null until its mail leaves
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('signups_email').on(table.emailKey), index('signups_expires').on(table.expiresAt)],
)

/** The address an account wants instead of its own; one at a time. */
export const emailChanges = sqliteTable('email_changes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  tokenHash: text('token_hash').unique(), // SHA-256, hex; null until its mail leaves
  expiresAt: integer('expires_at').notNull(),
})

/** What an address had used when its account was deleted or moved away; nothing else of that account is kept. */
export const departed = sqliteTable(
  'departed',
  {
    emailMac: text('email_mac').primaryKey(), // HMAC-SHA-256 of the address, hex; its key is a row of `meta`
    downloadCredits: integer('download_credits').notNull(), // left
    imagesGenerated: integer('images_generated').notNull(),
    trialUsedAt: integer('trial_used_at'),
    forgetAt: integer('forget_at').notNull(),
  },
  (table) => [
    check('download_credits', sql`${table.downloadCredits} >= 0`),
    check('images_generated', sql`${table.imagesGenerated} >= 0`),
    index('departed_forget').on(table.forgetAt),
  ],
)

/** The spec's Profile (spec §3). paid, expires_at and subscription_id have one writer: the billing sync. */
export const profiles = sqliteTable(
  'profiles',
  {
    id: text('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    avatarUrl: text('avatar_url'),
    paid: integer('paid', { mode: 'boolean' }).notNull().default(false),
    imagesGenerated: integer('images_generated').notNull().default(0),
    downloadCredits: integer('download_credits').notNull().default(0),
    expiresAt: integer('expires_at'),
    subscriptionId: text('subscription_id'), // 'trial_…' marks a trial
    grantedUntil: integer('granted_until'), // Pro given by the operator, independent of billing
    trialImages: integer('trial_images', { mode: 'boolean' }).notNull().default(true), // false = opted out
    trialUsedAt: integer('trial_used_at'), // by an earlier account of the same address; see `departed`
  },
  (table) => [
    check('paid', sql`${table.paid} in (0, 1)`),
    check('images_generated', sql`${table.imagesGenerated} >= 0`),
    check('download_credits', sql`${table.downloadCredits} >= 0`),
    index('profiles_expires').on(table.expiresAt),
  ],
)

/** Signed-in browsers. The cookie holds the id; we keep only its SHA-256, so a copy of this file signs nobody in. */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(), // SHA-256, hex
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    browser: text('browser'), // 'Firefox, Linux'
    secondFactor: integer('second_factor', { mode: 'boolean' }).notNull().default(false), // a code was asked for
  },
  (table) => [
    check('second_factor', sql`${table.secondFactor} in (0, 1)`),
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
)

/** Time-based one-time codes of an account (RFC 6238). The secret is needed to check a code, so it is stored as it is. */
export const secondFactors = sqliteTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(), // 160 bits, base32
  lastStep: integer('last_step').notNull().default(0), // time step of the last code used; only later ones are accepted
  confirmedAt: integer('confirmed_at'), // null until the first code: not asked for yet
})

/** Codes for an owner without the device that makes the others; each works once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    hash: text('hash').notNull(), // SHA-256, hex, of 120 random bits
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/** Single-use secrets sent by mail or handed out by the operator; DELETE … RETURNING spends one. */
export const tokens = sqliteTable(
  'tokens',
  {
    hash: text('hash').primaryKey(), // SHA-256, hex
    kind: text('kind', { enum: ['verify_email', 'reset_password'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('tokens_user').on(table.userId, table.kind)],
)

/** Empty. Versions before 10 stored API tokens in it; during a rolling upgrade they still delete from it. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(), // names the token in lists; no secret
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(), // chosen by the owner
    hash: text('hash').notNull().unique(), // SHA-256, hex
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId)],
)

/** What we know of an account's customer at the billing provider. */
export const billing = sqliteTable('billing', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  status: text('status'), // the provider's word for the chosen subscription
  priceId: text('price_id'),
  cancelAt: integer('cancel_at'),
  syncGen: integer('sync_gen').notNull().default(0), // raised before each reading of the provider
  syncedGen: integer('synced_gen').notNull().default(0), // the reading last written; an older one is dropped
  syncedAt: integer('synced_at'),
  trialUsedAt: integer('trial_used_at'), // one trial per account, ever
})

/** Webhook events already seen. No payload is kept: it holds personal data and we never trust it. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    created: integer('created').notNull(),
    receivedAt: integer('received_at').notNull(),
    doneAt: integer('done_at'),
    error: text('error'),
  },
  (table) => [
    index('stripe_events_undone').on(table.receivedAt).where(sql`${table.doneAt} is null`),
    index('stripe_events_received').on(table.receivedAt),
  ],
)

/** One row per counted action: makes retries free and leaves a record of every charge. */
export const usage = sqliteTable(
  'usage',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['image', 'overlay', 'download'] }).notNull(),
    key: text('key').notNull(), // the client's idempotency key
    charged: integer('charged').notNull(), // credits taken, 0 or 1
    state: text('state', { enum: ['reserved', 'done', 'released'] }).notNull(),
    answer: integer('answer').notNull(), // the counter after the call, repeated to a retry
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.key] })],
)

/** Pictures that trial users exported; the files lie in the storage under `storage_key`. */
export const trialImages = sqliteTable(
  'trial_images',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    storageKey: text('storage_key').notNull().unique(),
    imageName: text('image_name'), // as the client named it: shown, never used as a path
    editorType: text('editor_type').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
    deleteAfter: integer('delete_after').notNull(),
  },
  (table) => [
    index('trial_images_user').on(table.userId, table.bytes),
    index('trial_images_delete').on(table.deleteAfter),
  ],
)

/** Files whose picture is gone. Filled by a trigger on `trial_images`. */
export const fileDeletions = sqliteTable(
  'file_deletions',
  {
    storageKey: text('storage_key').primaryKey(),
    tries: integer('tries').notNull().default(0),
    nextAt: integer('next_at').notNull().default(0),
  },
  (table) => [index('file_deletions_next').on(table.nextAt)],
)

/** What each account's pictures take, and under the owner '' all of them. Written by triggers on `trial_images` alone. */
export const trialImageTotals = sqliteTable('trial_image_totals', {
  owner: text('owner').primaryKey(),
  pictures: integer('pictures').notNull(),
  bytes: integer('bytes').notNull(),
})

/** Fixed windows of the rate limiter. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').primaryKey(), // rule, then who, hashed where it is an address or an account
    hits: integer('hits').notNull(),
    resetAtMs: integer('reset_at_ms').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetAtMs)],
)

/** Mails waiting to be sent; a row survives a crash and is retried. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    dedupe: text('dedupe').unique(), // the same fact never makes two mails
    to: text('to').notNull(),
    template: text('template').notNull(),
    data: text('data').notNull(), // JSON, cleared once sent: it may hold a link with a token
    tries: integer('tries').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    sentAt: integer('sent_at'),
    failedAt: integer('failed_at'), // given up
  },
  (table) => [
    index('outbox_waiting').on(table.nextAt).where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
    index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
)

/** Which process does a periodic job just now. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  untilMs: integer('until_ms').notNull(),
  lastRunMs: integer('last_run_ms').notNull().default(0),
})

/** Single facts about this installation. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
