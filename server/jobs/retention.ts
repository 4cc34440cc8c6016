/** Deletes expired data. */
import { lt, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  accountChanges,
  departed,
  emailChanges,
  knownBrowsers,
  outbox,
  sessions,
  signups,
  stripeEvents,
  tokens,
} from '#drizzle/schema.ts'
import { DEVICE_LIFE_SECONDS } from '#server/auth/device-cookie.ts'
import { ABSOLUTE_SECONDS } from '#server/auth/sessions.ts'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { deleteInSteps, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { sweepTrialImages } from '#server/trial-images/images.ts'

/** Days until rows of sent and failed emails, of webhook events and of changed accounts are deleted. */
const KEEP_DAYS = { mails: 30, events: 90, changes: 365 }

/** Deletes expired rows, and expired trial images with their files. */
export async function deleteExpired(deps: Deps, signal?: AbortSignal): Promise<void> {
  const images = await sweepTrialImages(deps, signal)
  for (const [table, isExpired] of expiredRows(toSeconds(deps.now()))) await deleteInSteps(deps.db, table, isExpired)
  await deps.limiter.sweep()
  signal?.throwIfAborted()
  deps.log.info({ images }, 'retention')
}

/** Returns the tables with the condition of their expired rows. `now`: Unix seconds. */
const expiredRows = (now: number): readonly (readonly [SQLiteTable, SQL])[] => [
  [tokens, lt(tokens.expiresAt, now)],
  [signups, lt(signups.expiresAt, now)],
  [emailChanges, lt(emailChanges.expiresAt, now)],
  [departed, lt(departed.forgetAt, now)],
  [sessions, lt(sessions.expiresAt, now)],
  [sessions, lt(sessions.createdAt, now - ABSOLUTE_SECONDS)],
  [knownBrowsers, lt(knownBrowsers.createdAt, now - DEVICE_LIFE_SECONDS)],
  [accountChanges, lt(accountChanges.at, now - KEEP_DAYS.changes * DAY_SECONDS)],
  [outbox, lt(outbox.sentAt, now - KEEP_DAYS.mails * DAY_SECONDS)],
  [outbox, lt(outbox.failedAt, now - KEEP_DAYS.mails * DAY_SECONDS)],
  [stripeEvents, lt(stripeEvents.receivedAt, now - KEEP_DAYS.events * DAY_SECONDS)],
]
