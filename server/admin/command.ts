/** What a command of the operator's tool is. */
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Resources } from '../deps/resources.ts'
import type { Storage } from '../deps/storage.ts'

export interface Command {
  readonly usage: string
  readonly doc: string
  run(context: CommandContext): Promise<Outcome>
}

/** The exit code, or that the words made no sense. */
export type Outcome = number | 'usage'

export interface CommandContext {
  readonly args: readonly string[]
  readonly config: Config
  readonly resources: Resources
  readonly now: () => number
  readonly print: (line: string) => void
}

/** Of commands that work on the open database. */
export interface DatabaseContext extends CommandContext {
  readonly db: Database
  /** The stored pictures. */
  readonly storage: Storage
}
