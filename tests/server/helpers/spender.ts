/** Spends credits as one of several server processes would: every key twice, in its own order. Prints one line of JSON. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { readMigrations } from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open.ts'
import { createUsageBook } from '#server/profiles/usage.ts'

const [migrations = '', file = '', userId = '', keys = '0', start = '0', slowTries = '0'] = process.argv.slice(2)
const db = openDatabase({ file, migrations: readMigrations(migrations) })
const book = createUsageBook(db, Date.now, 'stripe')
const count = Number(keys)
const outcome = { granted: 0, refused: 0 }

process.stdout.write('ready\n')
await once(process.stdin, 'data') // all start together
for (let attempt = 0; attempt < 2; attempt++)
  for (let i = 0; i < count; i++) {
    // 7919 is prime to any count we use, so each process walks all keys, from its own place
    const key = `export-${String((Number(start) + i * 7919) % count).padStart(6, '0')}`
    // slow at first where the test wants to strike in the middle
    if (attempt === 0 && i < Number(slowTries)) await wait(10)
    const reserved = await book.reserveDownload(userId, key)
    if (reserved.ok) outcome.granted += 1
    else outcome.refused += 1
  }
db.close()
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdin.destroy()
