/** What differs between the source tree and a single binary. */
import type { Migration } from '../db/migrate.ts'
import type { SourceFile } from '../static/files.ts'

/** What the program brings along: migrations, client files and the way to start it again. */
export interface Resources {
  readonly migrations: readonly Migration[]
  /** Yields the built client's files, from `folder` if it is given. Called only when serving. */
  readonly files: (folder: string | null) => Iterable<SourceFile>
  /** Returns the SQLite addon where it has to be unpacked first. Called only after the configuration was validated. */
  readonly nativeBinding?: (dataDir: string) => object
  /** Starts this very program again: executable and leading arguments. */
  readonly command: readonly [string, ...string[]]
}
