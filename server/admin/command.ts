/** What a command of the operator's tool is. */
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Resources } from '../deps/resources.ts'
import type { Storage } from '../deps/storage.ts'

/** One command of the operator's tool. */
export interface Command {
  /** The synopsis: the arguments after the program's name. */
  readonly usage: string
  /** What the command does, one sentence for `--help`. */
  readonly doc: string
  run(context: CommandContext): Promise<Outcome>
}

/** The exit code, or 'usage' after wrong arguments: the caller prints the command's synopsis. */
export type Outcome = number | 'usage'

/** What every command gets: its arguments, the configuration and the output. */
export interface CommandContext {
  /** The words after the command's name. */
  readonly args: readonly string[]
  readonly config: Config
  readonly resources: Resources
  /** Clock, ms since the Unix epoch. */
  readonly now: () => number
  readonly print: (line: string) => void
}

/** What commands get that work on the open database. */
export interface DatabaseContext extends CommandContext {
  readonly db: Database
  /** The stored pictures. */
  readonly storage: Storage
}
