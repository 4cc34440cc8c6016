import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { profiles, users } from '#drizzle/schema.ts'
import { verify } from '#server/db/backups/backup.ts'
import { restore } from '#server/db/backups/restore.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { createUsageBook } from '#server/profiles/usage.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { runProgram } from './helpers/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'midground-backup-'))
const file = join(folder, 'midground.db')
const copy = join(folder, 'copy.db')
afterAll(() => rmSync(folder, { recursive: true }))

const WRITES_PER_SECOND = 500
const OLD_ROWS = 400_000

function fill(db: FileDatabase): void {
  const anna = { id: 'anna', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }
  db.orm.insert(users).values(anna).run()
  db.orm.insert(profiles).values({ id: 'anna', imagesGenerated: 0 }).run()
  db.orm.run(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${OLD_ROWS})
    insert into usage select 'anna', 'overlay', printf('overlay-%040d', i), 0, 'done', 0, i from n`)
}

/** Reads two values that each transaction writes together. They differ if a copy contains half a transaction. */
const facts = (db: FileDatabase) => ({
  counted: db.orm.select().from(profiles).get()?.imagesGenerated,
  noted: db.orm.get<{ n: number }>(sql`select count(*) as n from usage where kind = 'image'`)?.n,
})
const content = (db: FileDatabase) => db.orm.all(sql`select kind, key, charged, answer from usage order by kind, key`)

it('a backup made during 500 writes a second is complete', async () => {
  const db = freshDatabase(file)
  fill(db)
  const book = createUsageBook(db, Date.now, 'off')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const done = { value: false }
  const backup = runProgram(['backup', copy], { DATA_DIR: folder }).finally(() => {
    done.value = true
  })
  delay.enable()
  const started = performance.now()
  let written = 0
  while (!done.value) {
    const due = ((performance.now() - started) / 1000) * WRITES_PER_SECOND
    while (written < due) await book.countImage('anna', 'image', `image-${String(written++).padStart(8, '0')}`)
    await wait(2)
  }
  delay.disable()
  const seconds = (performance.now() - started) / 1000
  expect(await backup).toMatchObject({ code: 0 })

  verify(copy, MIGRATIONS)
  const taken = openDatabase({ file: copy, migrations: MIGRATIONS })
  const { counted, noted } = facts(taken)
  expect(counted).toBe(noted)
  expect(noted).toBeLessThanOrEqual(written)
  const wanted = content(taken)
  taken.close()
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  console.info(
    `backup: ${(statSync(copy).size / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s with ${Math.round(written / seconds)} writes/s, ` +
      `longest gap of the event loop ${(delay.max / 1e6).toFixed(0)} ms, ${noted} of ${written} new rows inside`,
  )

  expect(() => restore(copy, file, MIGRATIONS, 'stamp')).toThrow('in use')
  expect(facts(db).noted).toBe(written) // the rejected command has not changed the database
  db.close()
  restore(copy, file, MIGRATIONS, 'stamp')
  const back = openDatabase({ file, migrations: MIGRATIONS })
  expect(content(back)).toEqual(wanted)
  back.close()
  const kept = openDatabase({ file: `${file}.before-stamp`, migrations: MIGRATIONS })
  expect(facts(kept).noted).toBe(written)
  kept.close()
})
