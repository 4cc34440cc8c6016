/** Tests how each migration changes existing rows. */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { MIGRATIONS } from '../tests/helpers/database.ts'
import { makeFolder } from '../tests/helpers/folders.ts'

it('the migration converts accounts with unconfirmed addresses to pending sign-ups', () => {
  const folder = makeFolder()
  const file = join(folder, 'old.db')
  const old = openDatabase({ file, migrations: MIGRATIONS.slice(0, 2) })
  for (const [id, awaits] of [
    ['confirmed', 0],
    ['waiting', 1],
    ['forgotten', 1],
  ] as const) {
    const email = `${id}@example.org`
    old.orm.run(
      sql`insert into users (id, email, email_key, password_hash, awaits_verification, created_at) values (${id}, ${email}, ${email}, 'hash', ${awaits}, 0)`,
    )
    old.orm.run(sql`insert into profiles (id) values (${id})`)
  }
  const token = 'a'.repeat(64)
  old.orm.run(
    sql`insert into tokens (hash, kind, user_id, expires_at) values (${token}, 'verify_email', 'waiting', 99)`,
  )
  old.close()

  const db = openDatabase({ file, migrations: MIGRATIONS })
  expect(db.orm.all(sql`select id from users`)).toEqual([{ id: 'confirmed' }])
  expect(db.orm.all(sql`select email_key, password_hash, token_hash, expires_at from signups`)).toEqual([
    { email_key: 'waiting@example.org', password_hash: 'hash', token_hash: token, expires_at: 99 },
  ])
  db.close()
})
