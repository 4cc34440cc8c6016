import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { backUp } from '#server/db/backups/backup.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { bundleScript, MIGRATIONS_FOLDER, startScript } from './helpers/process.ts'

const ROUNDS = shortOrLong(25, 100)
const ROWS = 20_000
const PROCESSES = 4

let restorer = ''
let upgrader = ''
beforeAll(async () => {
  restorer = await bundleScript('restorer')
  upgrader = await bundleScript('upgrader')
})

const say = (db: FileDatabase, what: string) =>
  db.orm.run(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into meta select printf('%s-%d', ${what}, i), hex(zeroblob(50)) from n`)
const rows = (file: string): string => {
  const db = openDatabase({ file, migrations: MIGRATIONS })
  const found = db.orm.all<{ what: string }>(
    sql`select substr(key, 1, instr(key, '-') - 1) || ' ' || count(*) as what from meta where key like '%-%' group by substr(key, 1, instr(key, '-') - 1)`,
  )
  expect(db.orm.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }])
  db.close()
  return found.map(({ what }) => what).join(', ')
}

/** States of a database before a restore. */
const LEFTOVERS: readonly [string, (file: string) => void][] = [
  ['a database in order', () => undefined],
  ['the log of a killed server', () => undefined],
  ['the database moved aside, its log left', (file) => renameSync(file, `${file}.aside`)],
  ['a damaged database', (file) => writeFileSync(file, Buffer.alloc(500_000, 7))],
  ['half a copy of an earlier try', (file) => writeFileSync(`${file}.part`, Buffer.alloc(10_000, 7))],
]

it(`in ${ROUNDS} rounds, a killed restore leaves the rows of either the backup or the previous database`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'midground-restores-'))
  const copy = join(folder, 'copy.db')
  const original = join(folder, 'original.db')
  const db = freshDatabase(original)
  say(db, 'backup')
  backUp(original, copy, MIGRATIONS)
  say(db, 'later')
  // copies both files while the database is open and some rows are only in the log
  const log = `${original}-wal`
  const outcomes = { finished: 0, killed: 0, restored: 0, unchanged: 0 }
  const start = (round: number) => startScript(restorer, [MIGRATIONS_FOLDER, copy, fileOf(round), `r${round}`])
  const fileOf = (round: number) => join(folder, `round-${round}`, 'midground.db')
  let next = start(0)
  let spanMs = 60
  for (let round = 0; round < ROUNDS; round++) {
    const file = fileOf(round)
    const [what, spoil] = LEFTOVERS[round % LEFTOVERS.length]!
    mkdirSync(join(file, '..'))
    copyFileSync(original, file)
    copyFileSync(log, `${file}-wal`)
    if (what === 'a database in order') rows(file)
    spoil(file)

    const child = next
    next = start(round + 1)
    const ended = once(child, 'close')
    let said = ''
    child.stdout?.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    child.stdin?.write('go\n')
    await once(child.stdout!, 'data')
    await Promise.race([wait(Math.random() * spanMs), ended])
    child.kill('SIGKILL')
    await ended
    const isDone = said.includes('done')
    outcomes[isDone ? 'finished' : 'killed']++
    // adapts the delay, because the kills must hit all phases of a restore, even on a busy machine
    spanMs *= isDone ? 0.9 : 1.1

    // If the restore was killed before it wrote a `.ready-` or `.before-` file, the database is unchanged: damaged,
    // missing, or with its former rows.
    const isReady = readdirSync(join(file, '..')).some((name) => name.includes('.ready-'))
    const wasReplaced = isDone || isReady || readdirSync(join(file, '..')).some((name) => name.includes('.before-'))
    if (wasReplaced) expect([what, rows(file)]).toEqual([what, `backup ${ROWS}`])
    else if (what.includes('moved aside')) expect(existsSync(file)).toBe(false)
    else if (what.includes('damaged')) expect(() => rows(file)).toThrow('damaged')
    else expect([what, rows(file)]).toEqual([what, `backup ${ROWS}, later ${ROWS}`])
    outcomes[wasReplaced ? 'restored' : 'unchanged']++
    rmSync(join(folder, `round-${round}`), { recursive: true, force: true })
  }
  next.kill('SIGKILL')
  await once(next, 'close')
  db.close()
  rmSync(folder, { recursive: true })
  console.info(`restore: ${ROUNDS} rounds, ${JSON.stringify(outcomes)}, none wrong`)
  expect(outcomes.killed).toBeGreaterThan(ROUNDS / 10)
})

it('only one of four processes that start together migrates the database file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'midground-upgrades-'))
  const file = join(folder, 'midground.db')
  openDatabase({ file, migrations: MIGRATIONS.slice(0, 1) }).close()
  const children = Array.from({ length: PROCESSES }, () => startScript(upgrader, [MIGRATIONS_FOLDER, file]))
  await Promise.all(children.map((child) => once(child.stdout!, 'data')))
  for (const child of children) child.stdin?.write('go\n')
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]))
  expect(codes).toEqual(Array.from({ length: PROCESSES }, () => 0))
  expect(readdirSync(folder).filter((name) => name.includes('version'))).toEqual(['midground.db.version-1'])
  const db = openDatabase({ file, migrations: MIGRATIONS })
  expect(db.orm.get(sql`pragma user_version`)).toEqual({ user_version: MIGRATIONS.length })
  db.close()
  rmSync(folder, { recursive: true })
})
