import { createHash } from 'node:crypto'

/** Content hash of the lock file's data: the name of the folder that its files are served from. */
export const revisionOf = (lock) => createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16)
