/** Opens the configured storage. The S3 client is loaded only if it is used. */
import type { Logger } from 'pino'
import type { TrialImageStore } from '../config/trial-image-store.ts'
import type { Storage } from '../deps/deps.ts'
import { folderStorage } from './folder.ts'

/** Returns the storage that is configured: a folder or a bucket. */
export async function openStorage(store: TrialImageStore, log: Logger): Promise<Storage> {
  if (store.kind === 'folder') return folderStorage(store.folder)
  const { s3Storage } = await import('./s3.ts')
  return s3Storage(store, log)
}
