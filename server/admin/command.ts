/** The types of the operator's commands, and the function that opens their database. */
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { SqliteBinding } from '#server/db/file/lock.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Resources, Storage, Subscriptions } from '#server/deps/deps.ts'

export interface Command {
  /** The arguments after the command's name, for `--help`. */
  readonly usage: string
  /** The command's description for `--help`. */
  readonly doc: string
  run(context: CommandContext): Promise<Outcome>
}

/** The exit code of a command. 'usage' means wrong arguments: the caller prints how to use the command. */
export type Outcome = number | 'usage'

export interface CommandContext {
  /** The words after the command's name. */
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

/** Returns better-sqlite3's option with the unpacked addon for a single executable, otherwise an empty object. */
export const binding = (
  { dataDir }: Pick<Config, 'dataDir'>,
  { nativeBinding }: Pick<Resources, 'nativeBinding'>,
): SqliteBinding => (nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {})

/**
 * Returns a UTC time, in ms since the Unix epoch, for file names: '2026-11-30T101500Z'. Their order is that of time.
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
