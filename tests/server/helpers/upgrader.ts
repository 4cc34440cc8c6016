/** Opens a database with the newest schema, as a starting server does, together with others. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readMigrations } from '#server/db/migrations.ts'
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
