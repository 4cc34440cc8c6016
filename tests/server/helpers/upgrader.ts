/** Opens and migrates a database as a starting server does, at the same time as other processes. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

const [migrations = '', file = ''] = process.argv.slice(2)
writeSync(1, 'ready\n')
await once(process.stdin, 'data')
const db = openDatabase({
  file,
  migrations: readMigrations(migrations),
  backupTo: (version) => `${file}.version-${version}`,
})
db.close()
process.stdin.destroy()
