/** Failures of the database's storage, which aren't bugs of this program. */
/**
 * `full`: no disk space. `locked`: another process holds the write lock. `damaged`: the file is corrupt.
 * `unauthorized`: the libSQL server rejects the token. `gone`: the open file was deleted, replaced or overwritten, or
 * lost its WAL or a table. `read-only`: the file or the token doesn't allow writing.
 */
export type StorageFailure = 'full' | 'gone' | 'locked' | 'damaged' | 'read-only' | 'unreachable' | 'unauthorized'

/** The database can't be used. The server returns 503 and continues to run. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, cause?: unknown) {
    super(SENTENCES[failure], { cause })
    this.failure = failure
  }
}

/** The message for the operator about each storage failure. */
export const SENTENCES: Record<StorageFailure, string> = {
  full: 'The disk is full.',
  gone: 'The database file was deleted or replaced. Stop the server and restore a backup.',
  locked: 'Another process has locked the database.',
  damaged: 'The database is damaged: stop the server and restore a backup.',
  'read-only': 'The database cannot be written to.',
  unreachable: 'The database server cannot be reached.',
  unauthorized: 'The database server rejected the token. Check DATABASE_AUTH_TOKEN.',
}

/** Failures by the prefix of the error code. SQLite's I/O errors are mapped to `full`, their usual cause. */
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

/** Returns an error about the file for the operator, or null if the cause isn't a storage failure. */
export function operatorErrorOf(file: string, cause: unknown): OperatorError | null {
  const failure = storageFailure(cause)
  return failure === null ? null : new OperatorError(`${file}: ${SENTENCES[failure]}`, { cause })
}

/** Returns the storage failure that caused the error, or null for a bug or a violated constraint. */
export function storageFailure(error: unknown): StorageFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageError) return at.failure
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    const found = BY_CODE.find(([beginning]) => code.startsWith(beginning))
    if (found) return found[1]
  }
  return null
}

/** A failure that the operator can fix. Its message is printed without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** Returns the code of a system error, for example 'ENOENT', or '' for other errors. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Resolves with the value of `read`, or null if the file or folder is missing. Rejects with every other error. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns true if a row couldn't be written because the row that it refers to doesn't exist. */
export function isForeignKeyFailure(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (/FOREIGN KEY constraint failed/.test(at.message)) return true
  return false
}
