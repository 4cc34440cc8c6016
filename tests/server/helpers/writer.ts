/** Writes keys until the test kills it. Prints each key after its commit, so printed keys must be in the database. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createUsageBook } from '#server/profiles/usage.ts'

const [migrations = '', file = '', userId = '', prefix = ''] = process.argv.slice(2)
// waits for the test's signal, because the time of a round must not include the start of this process
await once(process.stdin, 'data')
const db = openDatabase({ file, migrations: readMigrations(migrations) })
const book = createUsageBook(db, Date.now, 'off')
for (let n = 0; ; n++) {
  const key = `${prefix}-${String(n).padStart(8, '0')}`
  await book.countImage(userId, 'image', key)
  writeSync(1, `${key}\n`)
}
