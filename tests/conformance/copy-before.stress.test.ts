/** Tests the copy of a libSQL server's rows before a migration. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { expect, it } from 'vitest'
import { openServer } from '#server/cluster/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { HAS_LIBSQL, startLibsql } from './engines.ts'
import { manyUsers, nextMigrations, VERSION } from './open.ts'

const ACCOUNTS = 1200 // the copy needs three pages for these accounts

const FILL = `${manyUsers(ACCOUNTS)};
  insert into profiles (id, download_credits) select id, created_at % 3 from users;
  insert into trial_images (id, user_id, storage_key, editor_type, bytes, width, height, created_at, delete_after)
    select 'i' || id, id, 'aa/' || id, 'custom_editor', 100, 1, 1, 1, 2 from users where created_at % 10 = 0;
  delete from trial_images where user_id = 'u10';
  insert into client_files (path, piece, body) values ('/a.js', 0, x'00ff')`

it.skipIf(!HAS_LIBSQL)('the copy made before a migration contains the rows from before the migration', async () => {
  const engine = await startLibsql()
  const folder = makeFolder()
  const options = {
    url: engine.url,
    authToken: null,
    backupTo: (version: number) => join(folder, `before-${version + 1}.db`),
  }
  ;(await openServer({ ...options, migrations: MIGRATIONS })).close()
  const client = createClient({ url: engine.url })
  await client.executeMultiple(FILL)
  ;(await openServer({ ...options, migrations: MIGRATIONS })).close()
  expect(readdirSync(folder), 'no copy is made without a pending migration').toEqual([])

  const broken = readMigrations(nextMigrations('ALTER TABLE nothing ADD COLUMN x TEXT;'))
  await expect(openServer({ ...options, migrations: broken })).rejects.toThrow()
  const grown = readMigrations(nextMigrations('DROP TABLE trial_images;'))
  ;(await openServer({ ...options, migrations: grown })).close()
  const [copy] = readdirSync(folder).sort()
  expect(copy).toBe(`before-${VERSION + 1}.db`)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

  const file = join(folder, copy ?? '')
  const db = openDatabase({ file, migrations: MIGRATIONS })
  const count = (what: string) => db.orm.get<{ n: number }>(`select count(*) as n from ${what}`)?.n
  expect(count('users')).toBe(ACCOUNTS)
  expect(count('profiles where download_credits = 2')).toBe(ACCOUNTS / 3)
  expect(count("users where email = 'ä7@example.org'")).toBe(1)
  expect(count("trial_image_totals where owner = '' and pictures = 119 and bytes = 11900")).toBe(1)
  expect(count("file_deletions where storage_key = 'aa/u10'")).toBe(1)
  expect(count('client_files'), 'client files are not copied, because each machine stores them again').toBe(0)
  db.close()
  client.close()
  await engine.stop()
})
