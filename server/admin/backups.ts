/** Commands that back up the database, restore it and test a backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { backUp } from '#server/db/backups/backup.ts'
import { drill } from '#server/db/backups/drill.ts'
import { restore } from '#server/db/backups/restore.ts'
import { OperatorError } from '#server/db/failure.ts'
import { namesIn } from '#server/db/file/access.ts'
import { listBackups } from '#server/metrics/readings.ts'
import { binding, type CommandContext, type Outcome, stamp } from './command.ts'

/**
 * `midground backup [--force] [FILE]`: copies the database while the server runs. Only `--force` replaces a file.
 * @throws {OperatorError} if the file exists, another error if the copy fails
 */
export async function backupCommand({ args, config, resources, now, print }: CommandContext): Promise<Outcome> {
  const [to = join(config.dataDir, 'backups', `manual-${stamp(now())}.db`)] = args.filter((word) => word !== '--force')
  const replaces = args.includes('--force')
  if (existsSync(to) && !replaces)
    // checks early, so the operator gets the error before a long copy; `backUp` checks again
    throw new OperatorError(`${to} exists already. Choose another name, or replace it with --force.`)
  const { migrations } = resources
  const options = { ...binding(config, resources), replaces }
  if (config.databaseServer) {
    const { backUpServer } = await import('#server/cluster/copy.ts')
    await backUpServer({ from: config.databaseServer, to, migrations, ...options })
  } else backUp(config.databaseFile, to, migrations, options)
  print(`Backup: ${to}`)
  return 0
}

/**
 * `midground restore FILE`: replaces the database with a backup. The former database file stays on disk.
 * @throws {OperatorError} if the rows are on a libSQL server, the backup isn't valid, or the database is in use
 */
export async function restoreCommand({ args, config, resources, now, print }: CommandContext): Promise<Outcome> {
  const [file = ''] = args
  if (config.databaseServer)
    throw new OperatorError(
      'The rows are on a libSQL server. Restore the backup to a new folder, then move it to an empty server: docs/operating/several-machines.md',
    )
  const options = binding(config, resources)
  const kept = restore(file, config.databaseFile, resources.migrations, stamp(now()), options)
  print(`Restored ${file}.${kept ? ` The database as it was: ${kept}` : ''}`)
  print('All users are signed out. Passwords, two-step sign-in and disabled or deleted accounts are as in the backup.')
  return 0
}

/** `midground restore-drill [FILE]`: tests whether a backup, by default the newest, can be restored. */
export async function drillCommand({ args, config, resources, print }: CommandContext): Promise<Outcome> {
  const file = args[0] ?? (await newestBackup(config))
  const { accounts, newestSession, ms } = drill(file, resources.migrations, binding(config, resources))
  const last = newestSession === null ? 'nobody' : new Date(newestSession * 1000).toISOString()
  print(`${file} can be restored: ${accounts} accounts, last sign-in ${last}, ${(ms / 1000).toFixed(1)} s.`)
  return 0
}

/** Returns the path of the newest backup. @throws {OperatorError} if no backup exists */
async function newestBackup(config: Config): Promise<string> {
  const folder = join(config.dataDir, 'backups')
  const [newest] = namesIn(folder).length > 0 ? await listBackups(config) : []
  if (!newest) throw new OperatorError(`There is no backup in ${folder}.`)
  return join(folder, newest.name)
}
