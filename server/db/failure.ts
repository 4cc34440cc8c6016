/** What can be wrong with the place the rows are kept in, told apart from bugs of ours. */
import { OperatorError } from './operator-error.ts'

/**
 * `full`: no room. `locked`: another process writes and goes on writing. `damaged`: no database any more. `unauthorized`:
 * the libSQL server refuses the token. `gone`: the file was deleted, emptied or replaced while the server runs. `read-only`: the file or the token allows no writing.
 */
export type StorageFailure = 'full' | 'gone' | 'locked' | 'damaged' | 'read-only' | 'unreachable' | 'unauthorized'

/** Says what it is in one line; the request answers 503, the process goes on. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, cause?: unknown) {
    super(SENTENCES[failure], { cause })
    this.failure = failure
  }
}

export const SENTENCES: Record<StorageFailure, string> = {
  full: 'There is no room on the disk.',
  gone: 'The database file is gone or another one: stop the server and restore a backup.',
  locked: 'Another process holds the database.',
  damaged: 'The database is damaged: stop the server and restore a backup.',
  'read-only': 'The database cannot be written to.',
  unreachable: 'The database server cannot be reached.',
  unauthorized: 'The database server refuses the token. See DATABASE_AUTH_TOKEN.',
}

/** By the beginning of SQLite's extended code. An input/output error is nearly always a disk that has gone or is full. */
const BY_CODE: readonly (readonly [string, StorageFailure])[] = [
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_IOERR', 'full'],
  ['SQLITE_CANTOPEN', 'full'],
]

/** One sentence about a database file for the operator; null for what is not about storage. */
export function operatorErrorOf(file: string, cause: unknown): OperatorError | null {
  const failure = storageFailure(cause)
  return failure === null ? null : new OperatorError(`${file}: ${SENTENCES[failure]}`, { cause })
}

/** Null for what is not about storage: a bug, or a constraint. */
export function storageFailure(error: unknown): StorageFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageError) return at.failure
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    const found = BY_CODE.find(([beginning]) => code.startsWith(beginning))
    if (found) return found[1]
  }
  return null
}
