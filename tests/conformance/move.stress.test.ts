/** Tests moving a database file to a libSQL server, and moving a backup back to a file. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { runProgram } from '../server/helpers/process.ts'
import { type Engine, HAS_LIBSQL, startLibsql } from './engines.ts'
import { manyUsers } from './open.ts'

const ACCOUNTS = 2300

/** Inserts accounts with profiles, usage, images and an unusual name. */
function fill(file: string): void {
  const db = freshDatabase(file)
  db.orm.run(sql.raw(manyUsers(ACCOUNTS)))
  db.orm.run(sql`insert into profiles (id, download_credits) select id, created_at % 3 from users`)
  db.orm.run(sql`insert into usage (user_id, kind, key, charged, state, answer, created_at)
    select id, 'download', 'key-' || id || '-000', 1, 'reserved', 1, 5 from users`)
  db.orm.run(sql`insert into trial_images (id, user_id, storage_key, image_name, editor_type, bytes, width, height, created_at, delete_after)
    select 'i' || id, id, 'aa/' || id, 'it''s "ü" 🙂', 'custom_editor', 100, 1, 1, 1, 2 from users where created_at % 10 = 0`)
  db.orm.run(
    sql`insert into second_factors (user_id, secret) select id, ${'A'.repeat(32)} from users where created_at = 7`,
  )
  db.orm.run(sql`insert into recovery_codes (user_id, hash) values ('u7', ${'0'.repeat(64)})`)
  db.orm.run(sql`delete from trial_images where user_id = 'u10'`)
  db.orm.run(sql`insert into client_versions (id, paths, seen_at, published_at) values ('v1', '[]', 1, 1)`)
  db.close()
}

describe.skipIf(!HAS_LIBSQL)('midground move', () => {
  let engine: Engine
  let file: string
  const move = () => runProgram(['move', file], { DATA_DIR: makeFolder(), DATABASE_URL: engine.url })
  const ask = async (statement: string) => {
    const client = createClient({ url: engine.url })
    const { rows } = await client.execute(statement)
    client.close()
    return rows
  }
  beforeAll(async () => {
    engine = await startLibsql()
    file = join(makeFolder(), 'midground.db')
    fill(file)
  })
  afterAll(() => engine.stop())

  it('midground move copies every row and resumes an interrupted copy', async () => {
    const first = await move()
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('all are the same on both sides')])
    expect(first.output).toMatch(new RegExp(`^users +${ACCOUNTS} rows$`, 'm'))
    expect((await ask('select count(*) from usage'))[0]?.[0]).toBe(ACCOUNTS)
    expect((await ask("select pictures, bytes from trial_image_totals where owner = ''"))[0]).toMatchObject({
      pictures: ACCOUNTS / 10 - 1,
      bytes: (ACCOUNTS / 10 - 1) * 100,
    })
    expect(await ask('select id from client_versions')).toEqual([]) // each server stores its own client files
    // deletes the rows that an interrupted copy of this table would lack
    await ask("delete from usage where user_id >= 'u5'")
    const again = await move()
    expect([again.code, again.output]).toEqual([0, expect.stringMatching(/^users +0 rows$/m)])
    expect((await ask('select count(*) from usage'))[0]?.[0]).toBe(ACCOUNTS)
  })

  it('midground move rejects a server with other rows and names their table', async () => {
    await ask("update profiles set download_credits = 99 where id = 'u7'")
    const { code, output } = await move()
    expect([code, output.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/^profiles differs: 2300 rows/)])
    expect(output).not.toMatch(/^\s+at /m)
  })
})

it('midground restore-drill verifies a backup without changing the live database', async () => {
  const folder = makeFolder()
  fill(join(folder, 'midground.db')) // the trial images have expired, so the drill doesn't need image files
  const env = { DATA_DIR: folder }
  expect((await runProgram(['restore-drill'], env)).output).toContain('There is no backup in')
  expect((await runProgram(['backup'], env)).code).toBe(0)
  rmSync(join(folder, 'midground.db')) // the drill doesn't need the live database
  const { code, output } = await runProgram(['restore-drill'], env)
  const words = `can be restored: ${ACCOUNTS} accounts, last sign-in nobody`
  expect([code, output]).toEqual([0, expect.stringContaining(words)])
  expect((await runProgram(['restore-drill', join(folder, 'nothing.db')], env)).code).toBe(1)
})
