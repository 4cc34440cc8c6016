/** Says that it begins and puts a copy in the place of a database, as the command does; may be killed at any moment. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readMigrations } from '#server/db/migrations.ts'
import { restore } from '#server/db/restore.ts'

const [migrations = '', copy = '', file = '', stamp = ''] = process.argv.slice(2)
await once(process.stdin, 'data') // started early, so that a round costs no start
writeSync(1, 'begins\n')
restore(copy, file, readMigrations(migrations), stamp)
writeSync(1, 'done\n')
process.stdin.destroy()
