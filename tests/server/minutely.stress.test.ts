/** Tests that backups by scripts/binary/minutely.sh restore the rows of a given minute. */
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { users } from '#drizzle/schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { programFile, runProgram } from './helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')

function script(file: string, body: string): string {
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

it('a restored minutely backup has the rows of the minute in its name', async () => {
  const [dataDir, tools] = [makeFolder(), makeFolder()]
  const file = join(dataDir, 'midground.db')
  const program = `exec ${process.execPath} ${await programFile()} "$@"`
  const midground = script(join(tools, 'midground'), program)
  const db = freshDatabase(file)
  const tick = (time: string) => {
    const [hour, minute] = time.split(':')
    script(join(tools, 'date'), `case "$2" in +%H) echo ${hour};; *) echo ${minute};; esac`)
    const env = { PATH: `${tools}:${process.env.PATH}`, DATA_DIR: dataDir, MIDGROUND: midground }
    execFileSync(join(ROOT, 'scripts/binary/minutely.sh'), { env, stdio: 'pipe' })
  }
  const signUp = (id: string) =>
    db.orm.insert(users).values({ id, email: id, emailKey: id, passwordHash: 'x', createdAt: 0 }).run()

  for (const time of ['10:01', '10:02', '11:00', '11:01']) {
    signUp(`at ${time}`)
    tick(time)
  }
  db.close()
  const copies = readdirSync(join(dataDir, 'minutes')).filter((name) => name.endsWith('.db'))
  expect(copies.sort()).toEqual(['hour-11.db', 'minute-00.db', 'minute-01.db', 'minute-02.db'])
  const restored = async (copy: string) => {
    const { code, output } = await runProgram(['restore', join(dataDir, 'minutes', copy)], { DATA_DIR: dataDir })
    expect([code, output]).toEqual([0, expect.stringContaining('Restored')])
    const now = openDatabase({ file, migrations: MIGRATIONS })
    const rows = now.orm.select({ id: users.id }).from(users).all()
    now.close()
    return rows.map(({ id }) => id).sort()
  }
  expect(await restored('minute-02.db')).toEqual(['at 10:01', 'at 10:02'])
  expect(await restored('hour-11.db')).toEqual(['at 10:01', 'at 10:02', 'at 11:00'])
  expect(await restored('minute-01.db'), 'the copy of an hour ago is replaced').toHaveLength(4)
})
