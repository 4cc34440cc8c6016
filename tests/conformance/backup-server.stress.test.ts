/** Tests scheduled backups of a libSQL server, and moving a backup to an empty server. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openServer } from '#server/cluster/database.ts'
import { MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { runProgram } from '../server/helpers/process.ts'
import { HAS_LIBSQL, startLibsql } from './engines.ts'
import { addUser, manyUsers, userIds } from './open.ts'

const ACCOUNTS = 1200

const open = (url: string) => openServer({ url, authToken: null, migrations: MIGRATIONS })

it.skipIf(!HAS_LIBSQL)('a periodic backup passes restore-drill and can be moved to an empty server', async () => {
  const engine = await startLibsql()
  const [dataDir, folder] = [makeFolder(), makeFolder()]
  const env = { DATA_DIR: dataDir, DATABASE_URL: engine.url }
  const file = join(folder, 'hour-11.db')
  // `stats` must not create the tables, because the next command expects none
  const asked = await runProgram(['stats'], env)
  expect([asked.code, asked.output]).toEqual([1, expect.stringContaining('There is no database at')])
  expect(await runProgram(['backup', file], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('nothing to copy'),
  })
  const rows = await open(engine.url)
  await rows.query((orm) => orm.run(sql.raw(manyUsers(ACCOUNTS))))
  expect(await runProgram(['backup', file], env)).toMatchObject({ code: 0 })
  await addUser(rows, 'later')
  const refused = await runProgram(['backup', file], env)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('exists already')])
  const replaced = await runProgram(['backup', '--force', file], env)
  expect([replaced.code, replaced.output], 'the copy of yesterday is replaced').toEqual([0, `Backup: ${file}\n`])
  expect(readdirSync(folder)).toEqual(['hour-11.db'])
  expect(await runProgram(['backup'], env)).toMatchObject({ code: 0 })
  expect(existsSync(join(dataDir, 'backups'))).toBe(true)
  rows.close()
  await engine.stop()

  const drilled = await runProgram(['restore-drill', file], env)
  expect([drilled.code, drilled.output]).toEqual([0, expect.stringContaining(`${ACCOUNTS + 1} accounts`)])
  const empty = await startLibsql()
  const moved = await runProgram(['move', file], { ...env, DATABASE_URL: empty.url })
  expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('all are the same on both sides')])
  const back = await open(empty.url)
  expect(await userIds(back)).toHaveLength(ACCOUNTS + 1)
  back.close()
  await empty.stop()
  const away = await runProgram(['backup', '--force', file], env)
  expect([away.code, away.output]).toEqual([1, expect.stringContaining('cannot be reached')])
})
