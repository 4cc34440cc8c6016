/** The commands that list, show and change accounts. */

import { randomBytes } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { users } from '#drizzle/schema.ts'
import { type Account, deleteAccount, exportAccount, findAccount, setAdmin } from '#server/auth/accounts.ts'
import { removeSecondFactor } from '#server/auth/second-factor.ts'
import { issueToken } from '#server/auth/tokens.ts'
import { secretLink } from '#server/contract/pages/addresses.ts'
import { plan, statusText } from '#server/contract/plans/entitlements.ts'
import { OperatorError } from '#server/db/failure.ts'
import { createLog } from '#server/http/log.ts'
import { effectiveProfile, selectAccounts } from '#server/profiles/profiles.ts'
import { deleteFilesNow } from '#server/storage/file-deletions.ts'
import { type Change, changeAccount, LARGEST } from './changes.ts'
import type { DatabaseContext, Outcome } from './command.ts'
import { recordCommand } from './record.ts'

const USER_ACTIONS = new Map<string, (context: DatabaseContext, account: Account) => Promise<Outcome>>([
  ['show', async ({ db, print }, { id }) => printDone(print, JSON.stringify(await exportAccount(db, id), null, 2))],
  ['role', setRole],
  ['disable', (context, account) => change(context, account, { action: 'disable', amount: 0 })],
  ['enable', (context, account) => change(context, account, { action: 'enable', amount: 0 })],
  ['second-factor-off', turnOffSecondFactor],
  ['delete', remove],
])

/** `midground user`: lists all accounts, shows one account, or changes it. */
export async function userCommand(context: DatabaseContext): Promise<Outcome> {
  const [verb = '', email = ''] = context.args
  if (verb === 'list') return list(context)
  const action = USER_ACTIONS.get(verb)
  return action ? withAccount(context, email, (account) => action(context, account)) : 'usage'
}

/** Prints the line and returns exit code 0. */
function printDone(print: DatabaseContext['print'], line: string): 0 {
  print(line)
  return 0
}

const change = async (context: DatabaseContext, account: Account, wanted: Change): Promise<Outcome> =>
  printDone(context.print, (await changeAccount(context, account, wanted, null))?.message ?? '')

/** `midground user role EMAIL admin|user`: sets the account's role. An admin may open the operator's page. */
async function setRole(
  { args: [, , role], db, now, print }: DatabaseContext,
  { id, email }: Account,
): Promise<Outcome> {
  const isAdmin = role === 'admin'
  await recordCommand({ db, now }, id, isAdmin ? 'admin' : 'user')
  await setAdmin(db, id, isAdmin ? now() : null)
  return printDone(print, `${email} is ${isAdmin ? 'an admin' : 'an ordinary user'}.`)
}

async function turnOffSecondFactor({ db, now, print }: DatabaseContext, { id, email }: Account): Promise<Outcome> {
  await recordCommand({ db, now }, id, 'second-factor-off')
  const wasOn = await removeSecondFactor(db, id)
  return printDone(print, `Two-step sign-in is ${wasOn ? '' : 'already '}off for ${email}.`)
}

async function list({ db, config, now, print }: DatabaseContext): Promise<Outcome> {
  const rows = await db.query((orm) => selectAccounts(orm).orderBy(asc(users.createdAt)).all())
  for (const row of rows) {
    const { users: user } = row
    const day = new Date(user.createdAt * 1000).toISOString().slice(0, 10)
    const profile = effectiveProfile(row, config.billing, now())
    const state = user.disabledAt === null ? statusText(plan(profile, now())) : 'disabled'
    print([user.id, day, user.email, state].join('  '))
  }
  return printDone(print, `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`)
}

/** `midground user delete EMAIL`: cancels the subscriptions and deletes the account, as the user can in the browser. */
async function remove(context: DatabaseContext, { id, email }: Account): Promise<Outcome> {
  const { config, db, storage, subscriptions, now, print } = context
  const everything = await exportAccount(db, id)
  const ended = await subscriptions.endAll(id)
  if (!ended.ok)
    throw new OperatorError(
      `${email} wasn’t deleted: its subscription couldn’t be canceled at Stripe. Try again later. With BILLING=off, the account is deleted, and you cancel the subscription in Stripe’s dashboard.`,
    )
  await recordCommand({ db, now }, id, 'delete')
  await deleteAccount({ db, now, random: randomBytes }, id)
  print(`${email} is deleted.`)
  if (everything?.billing && !config.stripe)
    print(`The Stripe customer was not deleted: ${everything.billing.customerId}`)
  await deleteFilesNow({ db, storage, now, pause: async () => undefined, log: createLog('warn') })
  return 0
}

/** `midground reset-link EMAIL`: prints a password reset link, which works once and expires after one hour. */
export async function resetLinkCommand(context: DatabaseContext): Promise<Outcome> {
  const [email = ''] = context.args
  return withAccount(context, email, async (account) => {
    await recordCommand(context, account.id, 'reset-link')
    const clock = { db: context.db, now: context.now, random: (bytes: number) => randomBytes(bytes) }
    const token = await issueToken(clock, 'reset_password', account.id)
    return printDone(context.print, secretLink(context.config.publicOrigin, 'reset-password', token))
  })
}

/** `midground grant-pro EMAIL DAYS|off`: gives the account Pro for this number of days. 0 or `off` ends the grant. */
export async function grantProCommand(context: DatabaseContext): Promise<Outcome> {
  const [email = '', span = ''] = context.args
  return setAmount(context, email, { action: 'grant-pro', name: 'DAYS', text: span === 'off' ? '0' : span })
}

/** `midground credits EMAIL NUMBER`: sets the download credits of an account. */
export async function creditsCommand(context: DatabaseContext): Promise<Outcome> {
  const [email = '', text = ''] = context.args
  return setAmount(context, email, { action: 'credits', name: 'NUMBER', text })
}

/**
 * Sets an account's credits or days of Pro. @throws {OperatorError} if `text` is too large; the message names `name`
 */
async function setAmount(
  context: DatabaseContext,
  email: string,
  { action, name, text }: { action: 'credits' | 'grant-pro'; name: string; text: string },
): Promise<Outcome> {
  const amount = Number(text)
  if (!Number.isInteger(amount) || amount < 0) return 'usage'
  if (amount > LARGEST[action]) throw new OperatorError(`${name} must be at most ${LARGEST[action]}.`)
  return withAccount(context, email, (account) => change(context, account, { action, amount }))
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
