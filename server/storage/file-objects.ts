/** Files of the client as objects of a bucket, beside the stored pictures. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { S3Store } from '../config/trial-image-store.ts'
import { sha256 } from '../crypto/secrets.ts'
import type { FileBodies } from '../static/shared-client-files.ts'
import { openStorage } from './open.ts'

/** A folder of its own, which the pictures' sweep does not take for pictures. */
const FOLDER = 'client-files/'

/** Returns the store of client files in a bucket. A file's key is the hash of its path, below a folder of its own. */
export async function fileObjects(store: S3Store, log: Logger): Promise<FileBodies> {
  const storage = await openStorage({ ...store, prefix: `${store.prefix}${FOLDER}` }, log)
  const keyOf = (path: string): string => {
    const hash = sha256(path)
    return `${hash.slice(0, 2)}/${hash}`
  }
  return {
    write: (path, body) => storage.put(keyOf(path), Readable.from([Buffer.from(body)])),
    async read(path) {
      const source = await storage.get(keyOf(path))
      return source && buffer(source)
    },
    async delete(paths) {
      for (const path of paths) await storage.delete(keyOf(path))
    },
  }
}
