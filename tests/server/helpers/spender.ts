/**
 * Spends credits like one of several server processes: every key twice, in a different order per process. Prints one
 * line of JSON.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createUsageBook } from '#server/profiles/usage.ts'

const [migrations = '', file = '', userId = '', keys = '0', start = '0', slowTries = '0'] = process.argv.slice(2)
const db = openDatabase({ file, migrations: readMigrations(migrations) })
const book = createUsageBook(db, Date.now, 'stripe')
const count = Number(keys)
const outcome = { granted: 0, refused: 0 }

process.stdout.write('ready\n')
await once(process.stdin, 'data') // all processes start at the same time
for (let attempt = 0; attempt < 2; attempt++)
  for (let i = 0; i < count; i++) {
    // 7919 is coprime to every count, so each process visits all keys in a different order
    const key = `export-${String((Number(start) + i * 7919) % count).padStart(6, '0')}`
    // pauses at first, so that a test can kill the process in the middle
    if (attempt === 0 && i < Number(slowTries)) await wait(10)
    const reserved = await book.reserveDownload(userId, key)
    if (reserved.ok) outcome.granted += 1
    else outcome.refused += 1
  }
db.close()
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdin.destroy()
