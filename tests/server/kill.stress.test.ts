import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { profiles, usage, users } from '#drizzle/schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { bundleScript, MIGRATIONS_FOLDER, startScript } from './helpers/process.ts'

const ROUNDS = shortOrLong(10, 100)

it(`the database doesn't lose any acknowledged write in ${ROUNDS} kills of the process`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'midground-kill-')) // a folder on a real disk, not in memory
  const file = join(folder, 'midground.db')
  const db = freshDatabase(file)
  const anna = { id: 'anna', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }
  db.orm.insert(users).values(anna).run()
  db.orm.insert(profiles).values({ id: 'anna' }).run()
  db.close()

  const script = await bundleScript('writer')
  const start = (round: number) => startScript(script, [MIGRATIONS_FOLDER, file, 'anna', `round-${round}`])
  let next = start(0)
  let acknowledged = 0
  const lost: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const child = next
    next = start(round + 1)
    let said = ''
    child.stdout?.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    child.stdin?.write('go\n')
    await once(child.stdout!, 'data')
    await wait((round * 7) % 23) // kills the process after 0 to 22 ms
    child.kill('SIGKILL')
    await once(child, 'close')

    const keys = said.split('\n').slice(0, -1) // the last line may be incomplete
    acknowledged += keys.length
    const after = openDatabase({ file, migrations: MIGRATIONS })
    const rows = after.orm.select({ key: usage.key }).from(usage).all()
    const kept = new Set(rows.map(({ key }) => key))
    lost.push(...keys.filter((key) => !kept.has(key)))
    expect(after.orm.select().from(profiles).get()?.imagesGenerated).toBe(kept.size)
    expect(after.orm.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }])
    after.close()
  }
  next.kill('SIGKILL')
  await once(next, 'close')
  rmSync(folder, { recursive: true })
  console.info(`kill -9: ${ROUNDS} rounds, ${acknowledged} acknowledged writes, ${lost.length} lost, integrity ok`)
  expect(lost).toEqual([])
})
