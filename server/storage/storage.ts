/** Opens and tests the storage of trial images. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { TrialImageStore } from '#server/config/stores.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Storage } from '#server/deps/deps.ts'
import { folderStorage } from './folder.ts'

/** Opens the configured storage, a folder or a bucket. Imports the S3 client only for a bucket. */
export async function openStorage(store: TrialImageStore, log: Logger): Promise<Storage> {
  if (store.kind === 'folder') return folderStorage(store.folder)
  const { s3Storage } = await import('./s3.ts')
  return s3Storage(store, log)
}

const CONTENT = Buffer.from('midground check')

/**
 * Writes, reads, lists and deletes a file. @throws the storage's error, or an Error whose message names the wrong
 * result
 */
export async function probeStorage(storage: Storage, random: (bytes: number) => Uint8Array): Promise<void> {
  const key = `00/${newId(random)}`
  await storage.put(key, Readable.from([CONTENT]))
  try {
    const source = await storage.get(key)
    if (!source || !CONTENT.equals(await buffer(source))) throw new Error('the file read differs from the file written')
    if (!(await isListed(storage, key))) throw new Error('the written file is not listed')
  } finally {
    await storage.delete(key)
  }
  if (await storage.get(key)) throw new Error('the deleted file can still be read')
}

async function isListed(storage: Storage, key: string): Promise<boolean> {
  for await (const keys of storage.list()) if (keys.includes(key)) return true
  return false
}
