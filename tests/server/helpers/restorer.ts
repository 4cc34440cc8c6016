/** Prints a line, then restores a backup as the command does. The test kills this process at any moment. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { restore } from '#server/db/backups/restore.ts'
import { readMigrations } from '#server/db/migrate.ts'

const [migrations = '', copy = '', file = '', stamp = ''] = process.argv.slice(2)
// waits for the test's signal, because the time of a round must not include the start of this process
await once(process.stdin, 'data')
writeSync(1, 'begins\n')
restore(copy, file, readMigrations(migrations), stamp)
writeSync(1, 'done\n')
process.stdin.destroy()
