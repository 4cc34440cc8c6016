/** Stores trial images in a folder of the data directory. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { orNull } from '#server/db/failure.ts'
import type { Storage } from '#server/deps/deps.ts'

/** Pattern of valid keys. The server makes keys itself, and also checks that no path leads out of the folder. */
export const KEY = /^[a-z0-9]{2}\/[a-z0-9]{8,64}(\.[a-z0-9-]*part)?$/

/**
 * Returns the storage in the folder `root`. It writes each file under a temporary name and then renames it. Its methods
 * throw if a key is invalid. `put` and `delete` also reject with the system's error.
 */
export function folderStorage(root: string): Storage {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a storage key')
    return join(root, key)
  }
  return {
    async put(key, source) {
      const file = fileOf(key)
      const part = `${file}.${randomUUID()}-part` // a unique name, because several processes may write the same key
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        await pipeline(source, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = fileOf(key)
      // an unreadable file must fail before the stream exists
      const handle = await orNull(open(file))
      await handle?.close()
      return handle && createReadStream(file)
    },
    delete: async (key) => rm(fileOf(key), { force: true }),
    async *list() {
      // includes temporary files left by a crash, so that a job can delete them; skips other names
      for (const folder of await entriesOf(root))
        yield (await entriesOf(join(root, folder))).map((name) => `${folder}/${name}`).filter((key) => KEY.test(key))
    },
    writtenAt: async (key) => (await orNull(stat(fileOf(key))))?.mtimeMs ?? null,
  }
}

/** Returns the names in a folder, or none if the folder doesn't exist or is a file. */
async function entriesOf(folder: string): Promise<string[]> {
  const isFolder = (await orNull(stat(folder)))?.isDirectory() ?? false
  return (isFolder && (await orNull(readdir(folder)))) || []
}
