/** The server with an additional message that returns its CPU time. */
import { environment } from '#server/config/config.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { runProgram } from '#server/start/program.ts'
import { readFolder } from '#server/static/files.ts'
import { answerUsage } from './usage.ts'

const print = console.log
console.log = (line: string) => {
  const found = / is at (http:\S+)/.exec(line)
  if (found?.[1]) process.send?.(found[1])
  print(line)
}
answerUsage()
const [migrations = ''] = process.argv.slice(2)
process.exitCode = await runProgram([], environment(), {
  migrations: readMigrations(migrations),
  files: (folder) => readFolder(folder ?? ''),
  unit: () => '',
  command: [process.execPath],
})
