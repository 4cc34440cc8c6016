import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { eq, sql, sum } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { profiles, usage, users } from '#drizzle/schema.ts'
import type { FileDatabase } from '#server/db/open.ts'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { bundleScript, MIGRATIONS_FOLDER, startScript } from './helpers/process.ts'

const PROCESSES = 6
const KEYS = 500
const CREDITS = 300

let script = ''
beforeAll(async () => {
  script = await bundleScript('spender')
})

function account(): { db: FileDatabase; file: string } {
  const file = join(makeFolder(), 'midground.db')
  const db = freshDatabase(file)
  const anna = { id: 'anna', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }
  db.orm.insert(users).values(anna).run()
  db.orm.insert(profiles).values({ id: 'anna', downloadCredits: CREDITS }).run()
  return { db, file }
}

interface Outcome {
  granted: number
  refused: number
}

interface Spender {
  readonly child: ChildProcess
  readonly ready: Promise<unknown>
  /** Resolves with null if the process was killed. */
  readonly outcome: Promise<Outcome | null>
}

function spender(file: string, index: number, slowTries = 0): Spender {
  const child = startScript(script, [
    MIGRATIONS_FOLDER,
    file,
    'anna',
    String(KEYS),
    String(index * 83),
    String(slowTries),
  ])
  let output = ''
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString()
  })
  const outcome = once(child, 'close').then(([code]): Outcome | null =>
    code === 0 ? JSON.parse(output.trim().split('\n').at(-1) ?? '') : null,
  )
  return { child, ready: once(child.stdout!, 'data'), outcome }
}

/** Starts all processes at the same time, once all are ready. */
async function begin(spenders: readonly Spender[]): Promise<void> {
  await Promise.all(spenders.map(({ ready }) => ready))
  for (const { child } of spenders) child.stdin?.write('go\n')
}

const state = (db: FileDatabase) => ({
  left: db.orm.select().from(profiles).where(eq(profiles.id, 'anna')).get()?.downloadCredits ?? Number.NaN,
  charged: Number(
    db.orm
      .select({ n: sum(usage.charged) })
      .from(usage)
      .get()?.n,
  ),
  rows: db.orm.select().from(usage).all().length,
})

it('six processes that try 500 keys twice each spend 300 credits exactly, with free repeats', async () => {
  const { db, file } = account()
  const spenders = Array.from({ length: PROCESSES }, (_, i) => spender(file, i))
  await begin(spenders)
  const outcomes = await Promise.all(spenders.map(({ outcome }) => outcome))
  const total = (which: keyof Outcome) => outcomes.reduce((all, outcome) => all + (outcome?.[which] ?? 0), 0)
  console.info(
    `credits: charged ${state(db).charged}, replays ${total('granted') - CREDITS}, refused ${total('refused')}, left ${state(db).left}`,
  )
  expect(state(db)).toEqual({ left: 0, charged: CREDITS, rows: CREDITS })
  expect(total('granted') + total('refused')).toBe(PROCESSES * KEYS * 2)
  // A granted key stays granted, and no key is refused before one is granted, because a refusal means that no credit is
  // left.
  expect(total('granted')).toBe(CREDITS * PROCESSES * 2)
  db.close()
})

it('stays exact when half of the processes are killed midway and restarted', async () => {
  const { db, file } = account()
  const spenders = Array.from({ length: PROCESSES }, (_, i) => spender(file, i, 100))
  const [victims, survivors] = [spenders.slice(0, 3), spenders.slice(3)]
  await begin(spenders)
  while (state(db).charged < 30) await setImmediate()
  for (const { child } of victims) child.kill('SIGKILL')
  const atKill = db.orm.transaction(() => state(db))
  expect(atKill.left + atKill.charged).toBe(CREDITS) // a read never sees half a transaction
  await Promise.all(victims.map(({ outcome }) => outcome))
  const restarted = victims.map((_, i) => spender(file, i))
  await begin(restarted)
  await Promise.all([...survivors, ...restarted].map(({ outcome }) => outcome))
  console.info(
    `credits: 3 of 6 processes killed after ${atKill.charged} charges; charged ${state(db).charged}, left ${state(db).left}`,
  )
  expect(state(db)).toEqual({ left: 0, charged: CREDITS, rows: CREDITS })
  expect(db.orm.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }])
  db.close()
})
