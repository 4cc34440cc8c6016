/** Settings of the database, which is a file or a libSQL server. */
import { join, resolve } from 'node:path'
import { isLoopback } from '#server/contract/addresses.ts'
import { isHost } from './forms.ts'
import type { Reader } from './reader.ts'

/** The settings of the database. */
export interface DatabaseConfig {
  readonly databaseFile: string
  /** The libSQL server that is used instead of the file; null = the file is used. */
  readonly databaseServer: { readonly url: string; readonly authToken: string | null } | null
  /** SQLite's `synchronous`. */
  readonly dbSync: 'NORMAL' | 'FULL'
}

/** Reads the database variables; reports mistakes to `reader`. An empty DATABASE_URL means a file in `dataDir`. */
export function readDatabase(reader: Reader, dataDir: string): DatabaseConfig {
  const text = reader.text('DATABASE_URL')
  const mayBePlain = reader.choice('DATABASE_TLS', ['required', 'off']) === 'off'
  const authToken = reader.text('DATABASE_AUTH_TOKEN') || null
  if (authToken !== null && /\s/.test(authToken)) reader.problem('DATABASE_AUTH_TOKEN must have no blanks')
  const own: DatabaseConfig = {
    databaseFile: join(dataDir, 'midground.db'),
    databaseServer: null,
    dbSync: reader.choice('DB_SYNC', ['NORMAL', 'FULL']),
  }
  if (text === '') return own
  if (text.startsWith('file:')) return { ...own, databaseFile: readFile(reader, text) ?? own.databaseFile }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^(libsql|https?):$/.test(url.protocol) || !isHost(url.hostname))
    reader.problem(
      'DATABASE_URL must be empty, file:/path, or the address of a libSQL server: libsql://, http:// or https:// with its name',
    )
  else if (url.username !== '' || url.password !== '' || url.hash !== '' || hasOtherParameters(url))
    reader.problem('DATABASE_URL must have no user, password or parameters: the token goes into DATABASE_AUTH_TOKEN')
  else if (isPlain(url) && !isLoopback(url.hostname) && !mayBePlain)
    reader.problem(
      'DATABASE_URL is plain http to another machine, so rows and token could be read on the way: use https or libsql, or say DATABASE_TLS=off',
    )
  return { ...own, databaseServer: { url: text, authToken } }
}

const isPlain = ({ protocol, searchParams }: URL): boolean => protocol === 'http:' || searchParams.get('tls') === '0'

const hasOtherParameters = ({ searchParams }: URL): boolean => [...searchParams.keys()].some((name) => name !== 'tls')

/**
 * Returns the absolute path of a `file:` URL, with or without slashes after `file:`. A relative path starts at the
 * working directory.
 */
function readFile(reader: Reader, text: string): string | null {
  const path = text.replace(/^file:(\/\/(?=\/))?/, '')
  if (path !== '' && !path.endsWith('/')) return resolve(path)
  reader.problem('DATABASE_URL must name a file after file:, e.g. file:/var/lib/midground/midground.db')
  return null
}
