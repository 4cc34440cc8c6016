import { createHash } from 'node:crypto'

/** Names the folder that a lock's files live in: other content, other address. Blind to the lock's layout. */
export const revisionOf = (lock) => createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16)
