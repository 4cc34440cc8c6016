/** Starts the program with Node. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// checks the version before the import, because the SQLite addon crashes without a message on an older Node
if (Number(process.versions.napi) < 10) {
  console.error(`Node 22 or newer is needed, this is ${process.version}. Use: npm start`)
  process.exit(1)
}

const root = join(import.meta.dirname, '../..')
const [{ environment }, { readMigrations }, { leave, runProgram }, { readClientFolder, readFolder }] =
  await Promise.all([
    import('#server/config/config.ts'),
    import('#server/db/migrate.ts'),
    import('./program.ts'),
    import('#server/static/files.ts'),
  ])

const client = join(root, 'build', 'client')
const code = await runProgram(process.argv.slice(2), environment(), {
  migrations: readMigrations(join(root, 'drizzle', 'migrations')),
  files: (folder) => (folder ? readClientFolder(folder) : existsSync(client) ? readFolder(client) : []),
  unit: () => readFileSync(join(root, 'scripts/binary/midground.service'), 'utf8'),
  command: [process.execPath, ...process.execArgv, import.meta.filename],
})
leave(code)
