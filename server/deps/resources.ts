/** What differs between the source tree and a single binary. */
import type { Migration } from '../db/migrate.ts'
import type { SourceFile } from '../static/files.ts'

/** What the program brings along: migrations, client files and the way to start it again. */
export interface Resources {
  readonly migrations: readonly Migration[]
  /** The built client, from another folder where the operator names one; read when serving only. */
  readonly files: (folder: string | null) => Iterable<SourceFile>
  /** Adds networks for the separation, and lists and removes them: answers as a command. Absent = npm does it. */
  readonly models?: (
    args: readonly string[],
    folder: string,
    print: (line: string) => void,
  ) => Promise<number | 'usage'>
  /** The SQLite addon where it has to be unpacked first; asked for once the configuration is known to be right. */
  readonly nativeBinding?: (dataDir: string) => object
  /** Starts this very program again: executable and leading arguments. */
  readonly command: readonly [string, ...string[]]
}
