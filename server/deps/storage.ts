import type { Readable } from 'node:stream'

/** Files by key. Keys are made by us: lower-case letters, digits, '-', one '/' between folder and name. */
export interface Storage {
  /** Writes all or nothing; a broken source leaves no trace. */
  put(key: string, source: Readable): Promise<void>
  get(key: string): Promise<Readable | null>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** All keys, a page at a time; what a broken `put` left is among them. */
  list(): AsyncIterable<readonly string[]>
  /** When it was written, ms since 1970; null if it is not there. */
  writtenAt(key: string): Promise<number | null>
}
