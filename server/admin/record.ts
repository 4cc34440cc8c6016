/** The list of changes that administrators and commands made to accounts. */
import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { accountChanges, users } from '#drizzle/schema.ts'
import { type Database, type Orm, toMs, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { DatabaseContext, Outcome } from './command.ts'

/** The actions in the list: changes on the administration page, and changes that only commands make. */
export type RecordedAction =
  | 'disable'
  | 'enable'
  | 'credits'
  | 'grant-pro'
  | 'admin'
  | 'user'
  | 'second-factor-off'
  | 'reset-link'
  | 'delete'

export interface RecordedChange {
  /** Id of the administrator, or null for a command. */
  readonly adminId: string | null
  readonly accountId: string
  readonly action: RecordedAction
  readonly amount?: number
}

/**
 * Adds a change to the list. Call it before the change or in the change's transaction, so that no change is missing
 * from the list after a crash. `nowMs`: ms since the Unix epoch.
 */
export async function recordChange(orm: Orm, nowMs: number, change: RecordedChange): Promise<void> {
  await orm
    .insert(accountChanges)
    .values({ at: toSeconds(nowMs), amount: 0, ...change })
    .run()
}

/** Records a change that an operator made with a command. */
export const recordCommand = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  action: RecordedAction,
): Promise<void> => db.query((orm) => recordChange(orm, now(), { adminId: null, accountId, action }))

/** Returns the newest changes, newest first, with the email addresses of accounts that still exist. */
export async function listChanges(db: Database, limit: number) {
  const admins = alias(users, 'admins')
  const rows = await db.query((orm) =>
    orm
      .select({ change: accountChanges, account: users.email, admin: admins.email })
      .from(accountChanges)
      .leftJoin(users, eq(users.id, accountChanges.accountId))
      .leftJoin(admins, eq(admins.id, accountChanges.adminId))
      .orderBy(desc(accountChanges.id))
      .limit(limit)
      .all(),
  )
  return rows.map(({ change: { id, at, adminId, accountId, action, amount }, account, admin }) => ({
    id,
    at: new Date(toMs(at)).toISOString(),
    admin: admin ?? adminId,
    account: account ?? accountId,
    action: action as RecordedAction, // safe cast: only `recordChange` writes this column
    amount,
  }))
}

/** Number of changes that `midground changes` prints by default. */
const DEFAULT_COUNT = 100

/** `midground changes [NUMBER]`: prints the newest account changes, with their time and administrator. */
export async function changesCommand({ args: [text], db, print }: DatabaseContext): Promise<Outcome> {
  const limit = text === undefined ? DEFAULT_COUNT : Number(text)
  if (!Number.isInteger(limit) || limit < 1) return 'usage'
  for (const { at, admin, account, action, amount } of await listChanges(db, limit))
    print([at.slice(0, 19), admin ?? 'command', account, action, amount === 0 ? '' : amount].join('  ').trimEnd())
  return 0
}
