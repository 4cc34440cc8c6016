import type { Readable } from 'node:stream'

/**
 * Stores files under keys. The server generates the keys: two lower-case letters or digits, '/', and 8 to 64 of them.
 * Every call throws the backend's error if the backend fails.
 */
export interface Storage {
  /** Writes the file atomically: if the source fails, no file is left under the key. */
  put(key: string, source: Readable): Promise<void>
  /** Returns the content as a stream; null if there is no file. */
  get(key: string): Promise<Readable | null>
  /** Deletes the file; does nothing if there is none. */
  delete(key: string): Promise<void>
  /** Yields all keys in pages, those of files that an interrupted `put` left behind included. */
  list(): AsyncIterable<readonly string[]>
  /** Returns when the file was written, in ms since the Unix epoch; null if there is none. */
  writtenAt(key: string): Promise<number | null>
}
