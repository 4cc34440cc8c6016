/** Where the rows are: a file, or a libSQL server. */
import { join, resolve } from 'node:path'
import type { Reader } from './reader.ts'

export interface DatabaseConfig {
  readonly databaseFile: string
  /** A libSQL server instead of the file. */
  readonly databaseServer: { readonly url: string; readonly authToken: string | null } | null
  readonly dbSync: 'NORMAL' | 'FULL'
}

export function readDatabase(reader: Reader, dataDir: string): DatabaseConfig {
  const text = reader.text('DATABASE_URL')
  const own: DatabaseConfig = {
    databaseFile: join(dataDir, 'midground.db'),
    databaseServer: null,
    dbSync: reader.choice('DB_SYNC', ['NORMAL', 'FULL']),
  }
  if (text === '') return own
  // with or without slashes, and from the working directory unless it begins with one
  if (text.startsWith('file:')) return { ...own, databaseFile: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  if (/^(libsql|https?):$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    return { ...own, databaseServer: { url: text, authToken: reader.text('DATABASE_AUTH_TOKEN') || null } }
  reader.problem('DATABASE_URL must be empty, file:/path, or the address of a libSQL server: libsql:, http: or https:')
  return own
}
