/** A command of the operator's tool, and the database that commands and the server open. */
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { SqliteBinding } from '#server/db/lock.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Resources, Storage } from '#server/deps/deps.ts'

export interface Command {
  /** The synopsis: the arguments after the program's name. */
  readonly usage: string
  /** Description for `--help`, one sentence. */
  readonly doc: string
  run(context: CommandContext): Promise<Outcome>
}

/** The exit code, or 'usage' after wrong arguments: the caller prints the command's synopsis. */
export type Outcome = number | 'usage'

/** The arguments, configuration and output that every command gets. */
export interface CommandContext {
  /** The words after the command's name. */
  readonly args: readonly string[]
  readonly config: Config
  readonly resources: Resources
  /** Clock, ms since the Unix epoch. */
  readonly now: () => number
  readonly print: (line: string) => void
}

/** The context of commands that work on the open database. */
export interface DatabaseContext extends CommandContext {
  readonly db: Database
  readonly storage: Storage
}

type Settings = Pick<Config, 'databaseFile' | 'databaseServer' | 'dataDir' | 'dbSync'>

/** Returns the option with the SQLite addon if it was unpacked from a single executable; an empty object elsewhere. */
export const binding = (
  { dataDir }: Pick<Config, 'dataDir'>,
  { nativeBinding }: Pick<Resources, 'nativeBinding'>,
): SqliteBinding => (nativeBinding ? { nativeBinding: nativeBinding(dataDir) } : {})

/** Opens the configured database and migrates it, after a copy. @throws {OperatorError} if it can't be opened */
export async function connectDatabase(
  config: Settings,
  resources: Pick<Resources, 'migrations' | 'nativeBinding'>,
): Promise<Database> {
  const { databaseFile, databaseServer, dataDir, dbSync } = config
  const options = {
    migrations: resources.migrations,
    backupTo: (version: number) => join(dataDir, `midground-before-version-${version + 1}.db`),
    ...binding(config, resources),
  }
  if (!databaseServer) return openDatabase({ file: databaseFile, sync: dbSync, ...options })
  const { openServer } = await import('#server/cluster/database.ts')
  return openServer({ ...databaseServer, ...options })
}
