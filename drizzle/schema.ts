/**
 * The tables of the database. Times are in Unix seconds unless the column's name ends in `_ms`. The SQL in
 * `migrations/` is written by hand, because a generator writes neither STRICT tables nor CHECKs. `schema.test.ts`
 * compares the SQL with this file.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export * from './service.ts'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(), // 120 random bits, base32
  email: text('email').notNull(), // the address as the user typed it, trimmed
  emailKey: text('email_key').notNull().unique(), // see `emailKey`; older keys may have a Unicode domain
  passwordHash: text('password_hash').notNull(), // argon2id, PHC string
  emailVerifiedAt: integer('email_verified_at'),
  // Versions before the table `signups` set this column, and may still run during an upgrade. New code always writes
  // false.
  awaitsVerification: integer('awaits_verification', { mode: 'boolean' }).notNull().default(false),
  disabledAt: integer('disabled_at'), // set by the operator; the account cannot sign in
  createdAt: integer('created_at').notNull(),
  adminSince: integer('admin_since'), // set by the operator's command; the account may open the operator's page
})

/** A column with the id of the account that the row belongs to. Deleting the account deletes the row. */
const accountId = () => text('user_id').references(() => users.id, { onDelete: 'cascade' })

/** Sign-ups with an unconfirmed address. If an address has several, the first to be confirmed becomes the account. */
export const signups = sqliteTable(
  'signups',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(), // all sign-ups for one address share a salt
    tokenHash: text('token_hash').unique(), // SHA-256, hex; null until the email is sent
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('signups_email').on(table.emailKey), index('signups_expires').on(table.expiresAt)],
)

/**
 * The changes that administrators and commands made to accounts. Without foreign keys, because the list outlives the
 * accounts.
 */
export const accountChanges = sqliteTable(
  'account_changes',
  {
    id: integer('id').primaryKey(),
    at: integer('at').notNull(),
    adminId: text('admin_id'), // null for a command
    accountId: text('account_id').notNull(),
    action: text('action').notNull(), // see `RecordedAction` in server/admin/record.ts
    amount: integer('amount').notNull(), // credits, or days of Pro; otherwise 0
  },
  (table) => [index('account_changes_at').on(table.at)],
)

/** A requested change to an account's email address. Each account has at most one. */
export const emailChanges = sqliteTable('email_changes', {
  userId: accountId().primaryKey(),
  email: text('email').notNull(),
  tokenHash: text('token_hash').unique(), // SHA-256, hex; null until the email is sent
  expiresAt: integer('expires_at').notNull(),
})

/** Usage of the free plan by email addresses whose account was deleted or now has a different address. */
export const departed = sqliteTable(
  'departed',
  {
    emailMac: text('email_mac').primaryKey(), // HMAC-SHA-256 of the address, hex; the key is in `meta`
    downloadCredits: integer('download_credits').notNull(), // remaining credits
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

/** Profiles of the accounts. Only the billing sync writes paid, expires_at and subscription_id. */
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
    subscriptionId: text('subscription_id'), // a trial's id has the prefix 'trial_'
    grantedUntil: integer('granted_until'), // Pro granted by the operator, independent of billing
    // false if the owner has opted out of storing trial images
    trialImages: integer('trial_images', { mode: 'boolean' }).notNull().default(true),
    // start of the trial that an earlier account with this address had (copied from `departed`)
    trialUsedAt: integer('trial_used_at'),
  },
  (table) => [
    check('paid', sql`${table.paid} in (0, 1)`),
    check('images_generated', sql`${table.imagesGenerated} >= 0`),
    check('download_credits', sql`${table.downloadCredits} >= 0`),
    index('profiles_expires').on(table.expiresAt),
  ],
)

/** Signed-in browsers. Only the cookie holds the session id, so a copy of the database can't be used to sign in. */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(), // SHA-256, hex
    userId: accountId().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    browser: text('browser'), // such as 'Firefox, Linux'
    // true if the user signed in with a second factor
    secondFactor: integer('second_factor', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    check('second_factor', sql`${table.secondFactor} in (0, 1)`),
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
)

/** Browsers that have signed in to an account. Their device cookie holds the id; the row holds its SHA-256. */
export const knownBrowsers = sqliteTable(
  'known_browsers',
  {
    idHash: text('id_hash').primaryKey(), // SHA-256 of the device id, hex
    userId: accountId().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('known_browsers_user').on(table.userId)],
)

/** Setup keys for time-based one-time codes (RFC 6238). Not encrypted, because checking a code needs the key. */
export const secondFactors = sqliteTable('second_factors', {
  userId: accountId().primaryKey(),
  secret: text('secret').notNull(), // 160 bits, base32
  lastStep: integer('last_step').notNull().default(0), // time step of the last used code; only later steps are accepted
  confirmedAt: integer('confirmed_at'), // null until the user has confirmed the first code
})

/** Recovery codes for a user without the authenticator app. Each code works once. */
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

/** Single-use secrets, sent by email or printed by the operator's command. `DELETE … RETURNING` consumes a secret. */
export const tokens = sqliteTable(
  'tokens',
  {
    hash: text('hash').primaryKey(), // SHA-256, hex
    kind: text('kind', { enum: ['verify_email', 'reset_password'] }).notNull(),
    userId: accountId().notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('tokens_user').on(table.userId, table.kind)],
)

/** Always empty. Versions before schema 10 stored API tokens here and still delete rows during a rolling upgrade. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(), // identifies the token in lists; not secret
    userId: accountId().notNull(),
    name: text('name').notNull(), // chosen by the owner
    hash: text('hash').notNull().unique(), // SHA-256, hex
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId)],
)

/** The account's customer at the billing provider. */
export const billing = sqliteTable('billing', {
  userId: accountId().primaryKey(),
  customerId: text('customer_id').notNull().unique(),
  status: text('status'), // the provider's status of the chosen subscription
  priceId: text('price_id'),
  cancelAt: integer('cancel_at'),
  syncGen: integer('sync_gen').notNull().default(0), // number of the newest read of the provider's state
  syncedGen: integer('synced_gen').notNull().default(0), // number of the last stored read; older reads are not stored
  syncedAt: integer('synced_at'),
  trialUsedAt: integer('trial_used_at'), // start of the account's only trial
})

/** Received webhook events. Their payload isn't stored: it contains personal data, and the server never uses it. */
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

/** Counted actions, one per row. The server looks up retries in this table and doesn't charge them again. */
export const usage = sqliteTable(
  'usage',
  {
    userId: accountId().notNull(),
    kind: text('kind', { enum: ['image', 'overlay', 'download'] }).notNull(),
    key: text('key').notNull(), // the client's idempotency key
    charged: integer('charged').notNull(), // charged credits, 0 or 1
    state: text('state', { enum: ['reserved', 'done', 'released'] }).notNull(),
    answer: integer('answer').notNull(), // value of the counter after the first call; a retry returns the same value
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.key] })],
)

/** Images that trial users exported. The storage holds each file under `storage_key`. */
export const trialImages = sqliteTable(
  'trial_images',
  {
    id: text('id').primaryKey(),
    userId: accountId().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    imageName: text('image_name'), // name from the client; displayed, never used as a path
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

/** Queue of files whose rows were deleted. A trigger on `trial_images` fills it, and a job deletes the files. */
export const fileDeletions = sqliteTable(
  'file_deletions',
  {
    storageKey: text('storage_key').primaryKey(),
    tries: integer('tries').notNull().default(0),
    nextAt: integer('next_at').notNull().default(0),
  },
  (table) => [index('file_deletions_next').on(table.nextAt)],
)

/**
 * Number and size of each account's images. The row with owner '' has the totals of all accounts. Only triggers on
 * `trial_images` write to this table.
 */
export const trialImageTotals = sqliteTable('trial_image_totals', {
  owner: text('owner').primaryKey(),
  pictures: integer('pictures').notNull(),
  bytes: integer('bytes').notNull(),
})
