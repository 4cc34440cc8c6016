/** The operator's commands. They print messages for people and return an exit code for scripts. */

import { stripeProvider } from '#server/billing/stripe.ts'
import { createSubscriptions } from '#server/billing/subscriber.ts'
import type { Config } from '#server/config/config.ts'
import { isRestoreUnfinished } from '#server/db/backups/restore.ts'
import { OperatorError } from '#server/db/failure.ts'
import { sizeOf } from '#server/db/file/access.ts'
import type { Resources } from '#server/deps/deps.ts'
import { createLog } from '#server/http/log.ts'
import { openStorage } from '#server/storage/storage.ts'
import { creditsCommand, grantProCommand, resetLinkCommand, userCommand } from './accounts.ts'
import { backupCommand, drillCommand, restoreCommand } from './backups.ts'
import { checkCommand, mailTestCommand } from './check.ts'
import {
  binding,
  type Command,
  type CommandContext,
  connectDatabase,
  type DatabaseContext,
  matchesUsage,
  type Outcome,
  usageText,
} from './command.ts'
import { changesCommand } from './record.ts'
import { statsCommand, summaryCommand } from './report.ts'
import { trialImagesCommand } from './trial-images.ts'

/** Wraps a command: opens the database before the command runs, and closes it afterwards. */
const withDatabase =
  (work: (context: DatabaseContext) => Promise<Outcome>): Command['run'] =>
  async (context) => {
    const { config, resources } = context
    await refuseMissingDatabase(config)
    const db = await connectDatabase(config, resources)
    try {
      const log = createLog('warn')
      const storage = await openStorage(config.trialImages.store, log)
      const { stripe, prices } = config
      // only the server reaches the sandbox, where nobody is charged
      const billing = stripe ? stripeProvider({ kind: 'stripe', prices, ...stripe }) : { kind: 'off' as const }
      const mail = { on: false, queue: async () => undefined }
      const deps = { billing, config, db, log, mail, now: context.now, pause: async () => undefined }
      return await work({ ...context, db, storage, subscriptions: createSubscriptions(deps) })
    } finally {
      db.close()
    }
  }

/** Requires a database with tables. Only a server's start, `restore` and `move` create them. @throws {OperatorError} */
async function refuseMissingDatabase({ databaseServer, databaseFile }: Config): Promise<void> {
  if (databaseServer) return (await import('#server/cluster/client.ts')).refuseEmptyServer(databaseServer)
  if (sizeOf(databaseFile) || isRestoreUnfinished(databaseFile)) return
  throw new OperatorError(`There is no database ${databaseFile}. See DATA_DIR.`)
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  user: {
    usage: 'user list | user show|disable|enable|second-factor-off|delete EMAIL | user role EMAIL admin|user',
    doc: 'Manages accounts. Admins may open /admin. Deleting an account also cancels its subscription.',
    run: withDatabase(userCommand),
  },
  'reset-link': {
    usage: 'reset-link EMAIL',
    doc: 'Prints a password reset link. It works once and expires in 1 hour.',
    run: withDatabase(resetLinkCommand),
  },
  'grant-pro': {
    usage: 'grant-pro EMAIL DAYS|off',
    doc: 'Grants Pro without payment, or ends the grant.',
    run: withDatabase(grantProCommand),
  },
  credits: { usage: 'credits EMAIL NUMBER', doc: 'Sets the download credits.', run: withDatabase(creditsCommand) },
  changes: {
    usage: 'changes [NUMBER]',
    doc: 'Lists the newest changes of accounts by administrators and commands.',
    run: withDatabase(changesCommand),
  },
  stats: {
    usage: 'stats',
    doc: 'Prints counts of accounts, plans, downloads and stored images.',
    run: withDatabase(statsCommand),
  },
  db: { usage: 'db', doc: 'Lists the tables and their row counts.', run: withDatabase(summaryCommand) },
  'trial-images': {
    usage: 'trial-images list | trial-images get ID FILE',
    doc: 'Lists or saves stored trial exports.',
    run: withDatabase(trialImagesCommand),
  },
  check: {
    usage: 'check',
    doc: 'Checks the configured client, database, bucket, mail server and Stripe. Changes nothing.',
    run: checkCommand,
  },
  'mail-test': { usage: 'mail-test ADDRESS', doc: 'Sends a test email.', run: mailTestCommand },
  backup: {
    usage: 'backup [--force] [FILE]',
    doc: 'Copies the database while the server runs. With --force it replaces FILE.',
    run: backupCommand,
  },
  restore: {
    usage: 'restore FILE',
    doc: 'Verifies a backup and restores it. Stop the server first.',
    run: restoreCommand,
  },
  'restore-drill': {
    usage: 'restore-drill [FILE]',
    doc: 'Restores a backup (by default the newest) to a temporary folder and verifies it. Doesn’t touch live data.',
    run: drillCommand,
  },
  move: {
    usage: 'move FILE',
    doc: 'Copies a database file to the libSQL server in DATABASE_URL and verifies every row. Safe to run again.',
    run: moveCommand,
  },
}

/**
 * Runs a command and resolves with its exit code. For wrong arguments, prints the usage and resolves with 2. @throws
 * Error for an unknown command, and each error of the command, such as OperatorError
 */
export async function runCommand(
  word: string,
  args: readonly string[],
  config: Config,
  resources: Resources,
): Promise<number> {
  const command = COMMANDS[word]
  if (!command) throw new Error(`no command ${word}`)
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  const outcome = matchesUsage(command.usage, args)
    ? await command.run({ args, config, resources, now: Date.now, print })
    : 'usage'
  if (outcome !== 'usage') return outcome
  print(usageText(command.usage, args))
  return 2
}

async function moveCommand({ args: [from = ''], config, resources, print }: CommandContext): Promise<Outcome> {
  const { migrations } = resources
  const to = config.databaseServer
  if (!to) throw new OperatorError('DATABASE_URL must name the libSQL server that the rows are moved to.')
  const { moveToServer } = await import('#server/cluster/move.ts')
  const db = await connectDatabase(config, resources) // also creates the tables of an empty libSQL server
  db.close()
  const rows = await moveToServer({ from, to, migrations, print, ...binding(config, resources) })
  print(`${rows} rows were written, and all are the same on both sides.`)
  return 0
}
