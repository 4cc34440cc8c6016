/** What DATABASE_URL says: a file, or a server. */
import { join, resolve } from 'node:path'
import type { Config } from './config.ts'

export function readDatabase(
  text: string,
  token: string,
  dataDir: string,
  problems: string[],
): Pick<Config, 'databaseFile' | 'databaseServer'> {
  const own = { databaseFile: join(dataDir, 'midground.db'), databaseServer: null }
  if (text === '') return own
  // with or without slashes, and from the working directory unless it begins with one
  if (text.startsWith('file:')) return { ...own, databaseFile: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  if (/^(libsql|https?):$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    return { ...own, databaseServer: { url: text, authToken: token || null } }
  problems.push('DATABASE_URL must be empty, file:/path, or the address of a libSQL server: libsql:, http: or https:')
  return own
}
