/** Commands about one account. */

import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { profiles, users } from '#drizzle/schema.ts'
import { type Account, deleteAccount, exportAccount, findAccount, setDisabled } from '#server/auth/accounts.ts'
import { removeSecondFactor } from '#server/auth/second-factor.ts'
import { issueToken } from '#server/auth/tokens.ts'
import { secretLink } from '#server/contract/addresses.ts'
import { plan, statusText } from '#server/contract/entitlements.ts'
import { toSeconds } from '#server/db/database.ts'
import { OperatorError } from '#server/db/failure.ts'
import { createLog } from '#server/http/log.ts'
import { effectiveProfile, grantPro, setCredits } from '#server/profiles/profiles.ts'
import { deleteQueuedFiles } from '#server/storage/file-deletions.ts'
import type { DatabaseContext, Outcome } from './command.ts'

const DAY_SECONDS = 86_400
const MOST_DAYS = 36_500
const MOST_CREDITS = 1_000_000

type Action = (context: DatabaseContext, account: Account) => Promise<Outcome>

const USER_ACTIONS = new Map<string, Action>([
  ['show', async ({ db, print }, { id }) => printDone(print, JSON.stringify(await exportAccount(db, id), null, 2))],
  ['disable', (context, account) => disable(context, account, context.now())],
  ['enable', (context, account) => disable(context, account, null)],
  ['second-factor-off', turnOffSecondFactor],
  ['delete', remove],
])

/**
 * `midground user`: lists accounts; or shows, disables, enables or deletes one account; or turns off its second factor.
 */
export async function userCommand(context: DatabaseContext): Promise<Outcome> {
  const [verb = '', email] = context.args
  if (verb === 'list') return list(context)
  const action = USER_ACTIONS.get(verb)
  return action && email ? withAccount(context, email, (account) => action(context, account)) : 'usage'
}

/** Prints the line and returns the exit code of a success. */
function printDone(print: DatabaseContext['print'], line: string): 0 {
  print(line)
  return 0
}

/** Disables the account at `at` (ms since the Unix epoch); null enables it. */
async function disable({ db, print }: DatabaseContext, { id, email }: Account, at: number | null): Promise<Outcome> {
  await setDisabled(db, id, at)
  return printDone(print, `${email} is ${at === null ? 'enabled' : 'disabled'}.`)
}

async function turnOffSecondFactor({ db, print }: DatabaseContext, { id, email }: Account): Promise<Outcome> {
  const wasOn = await removeSecondFactor(db, id)
  return printDone(print, `Two-step sign-in is ${wasOn ? '' : 'already '}off for ${email}.`)
}

async function list({ db, config, now, print }: DatabaseContext): Promise<Outcome> {
  const rows = await db.query((orm) =>
    orm.select().from(users).innerJoin(profiles, eq(profiles.id, users.id)).orderBy(asc(users.createdAt)).all(),
  )
  for (const { users: user, profiles: profile } of rows) {
    const day = new Date(user.createdAt * 1000).toISOString().slice(0, 10)
    const state =
      user.disabledAt === null ? statusText(plan(effectiveProfile(profile, config.billing), now())) : 'disabled'
    print([user.id, day, user.email, state].join('  '))
  }
  return printDone(print, `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`)
}

async function remove({ db, storage, now, print }: DatabaseContext, account: Account): Promise<Outcome> {
  const everything = await exportAccount(db, account.id)
  await deleteAccount({ db, now, random: randomBytes }, account.id)
  await deleteQueuedFiles({ db, storage, now, pause: async () => undefined, log: createLog('warn') })
  print(`${account.email} is deleted.`)
  if (everything?.billing) print(`The Stripe customer was not deleted: ${everything.billing.customerId}`)
  return 0
}

/** `midground reset-link EMAIL`: prints a password reset link, which works once and expires after one hour. */
export async function resetLinkCommand(context: DatabaseContext): Promise<Outcome> {
  const [email] = context.args
  if (!email) return 'usage'
  return withAccount(context, email, async (account) => {
    const clock = { db: context.db, now: context.now, random: (bytes: number) => randomBytes(bytes) }
    const token = await issueToken(clock, 'reset_password', account.id)
    return printDone(context.print, secretLink(context.config.publicOrigin, 'reset-password', token))
  })
}

/**
 * `midground grant-pro EMAIL DAYS|off`: grants Pro without payment for so many days from now. 'off' or 0 ends the
 * grant. Returns 1 if there is no such account, 'usage' for wrong arguments.
 */
export async function grantProCommand(context: DatabaseContext): Promise<Outcome> {
  const [email, span = ''] = context.args
  const days = span === 'off' ? 0 : Number(span)
  if (!email || span === '' || !Number.isInteger(days) || days < 0) return 'usage'
  if (days > MOST_DAYS) throw new OperatorError(`DAYS must be at most ${MOST_DAYS}.`)
  return withAccount(context, email, async (account) => {
    const until = days === 0 ? null : toSeconds(context.now()) + days * DAY_SECONDS
    await grantPro(context.db, account.id, until)
    return printDone(
      context.print,
      until === null
        ? `Ended the Pro grant for ${account.email}.`
        : `${account.email} is Pro until ${new Date(until * 1000).toISOString()}`,
    )
  })
}

/** `midground credits EMAIL NUMBER`: sets the download credits of an account. */
export async function creditsCommand(context: DatabaseContext): Promise<Outcome> {
  const [email, text = ''] = context.args
  const credits = Number(text)
  if (!email || text === '' || !Number.isInteger(credits) || credits < 0) return 'usage'
  if (credits > MOST_CREDITS) throw new OperatorError(`NUMBER must be at most ${MOST_CREDITS}.`)
  return withAccount(context, email, async (account) => {
    await setCredits(context.db, account.id, credits)
    return printDone(context.print, `${account.email} has ${credits} ${credits === 1 ? 'credit' : 'credits'}.`)
  })
}

async function withAccount(
  { db, print }: DatabaseContext,
  email: string,
  work: (account: Account) => Promise<Outcome>,
): Promise<Outcome> {
  const account = await findAccount(db, email)
  if (account) return work(account)
  print(`No account found for ${email}.`)
  return 1
}
