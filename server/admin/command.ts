/** The types of the operator's commands, and the function that opens their database. */
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { SqliteBinding } from '#server/db/file/lock.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Resources, Storage, Subscriptions } from '#server/deps/deps.ts'

export interface Command {
  /** The command with its arguments, for `--help`. `run` is only called with arguments that match (`matchesUsage`). */
  readonly usage: string
  /** The command's description for `--help`. */
  readonly doc: string
  run(context: CommandContext): Promise<Outcome>
}

/** The exit code of a command. 'usage' means wrong arguments: the caller prints how to use the command. */
export type Outcome = number | 'usage'

export interface CommandContext {
  /** The arguments after the command's name. */
  readonly args: readonly string[]
  readonly config: Config
  readonly resources: Resources
  /** Clock, ms since the Unix epoch. */
  readonly now: () => number
  readonly print: (line: string) => void
}

/** For commands that work on the open database. */
export interface DatabaseContext extends CommandContext {
  readonly db: Database
  readonly storage: Storage
  readonly subscriptions: Subscriptions
}

/**
 * Returns true if the arguments match one form of a usage such as 'user list | user show|delete EMAIL'. Words in
 * capitals stand for any argument. Only EMAIL may begin with `--`, so that no unknown option is ignored or names a file.
 */
export function matchesUsage(usage: string, args: readonly string[]): boolean {
  return usage.split(' | ').some((form) => {
    const [, ...words] = form.split(' ')
    const options = words.filter((word) => word.startsWith('[--'))
    const places = words.filter((word) => !options.includes(word))
    const given = args.filter((arg) => !options.includes(`[${arg}]`))
    return given.length <= places.length && places.every((place, index) => isFor(place, given[index]))
  })
}

/** Returns true if the argument fits its place in a usage, such as 'on|off' or '[FILE]', which may be missing. */
function isFor(place: string, arg: string | undefined): boolean {
  if (arg === undefined) return place.startsWith('[')
  if (!/[A-Z]/.test(place)) return place.split('|').includes(arg)
  return arg !== '' && (place === 'EMAIL' || !arg.startsWith('--'))
}

/** Returns the message about arguments that don't match the usage. The last line is the reason. */
export const usageText = (usage: string, args: readonly string[]): string =>
  `midground ${usage}\n\nThe arguments ${JSON.stringify(args.join(' '))} don’t match this usage.`

/** Returns better-sqlite3's option with the unpacked addon for a single executable, otherwise an empty object. */
export const binding = (
  { dataDir }: Pick<Config, 'dataDir'>,
  { nativeBinding }: Pick<Resources, 'nativeBinding'>,
): SqliteBinding => (nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {})

/**
 * Returns a UTC time, in ms since the Unix epoch, for file names: '2026-11-30T101500Z'. Sorted by name, the files are
 * in chronological order.
 */
export const stamp = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}Z`

/**
 * Opens the configured database. Copies it before a migration, to a file with the time in its name. @throws
 * {OperatorError} if opening or copying fails
 */
export async function connectDatabase(
  config: Pick<Config, 'databaseFile' | 'databaseServer' | 'dataDir' | 'dbSync'>,
  resources: Pick<Resources, 'migrations' | 'nativeBinding'>,
): Promise<Database> {
  const { databaseFile, databaseServer, dataDir, dbSync } = config
  const options = {
    migrations: resources.migrations,
    backupTo: (version: number) => join(dataDir, `midground-before-version-${version + 1}-${stamp(Date.now())}.db`),
    ...binding(config, resources),
  }
  if (!databaseServer) return openDatabase({ file: databaseFile, sync: dbSync, ...options })
  const { openServer } = await import('#server/cluster/database.ts')
  return openServer({ ...databaseServer, ...options })
}
