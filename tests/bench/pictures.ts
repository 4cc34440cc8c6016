/**
 * Measures the cost of stored images: an upload among a million other images, and the longest block of the event loop
 * by a sweep. The figures are CPU time, which other load hardly changes. `npm run bench pictures`; `--json` prints one
 * object in the last line.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { profiles } from '#drizzle/schema.ts'
import { readConfig } from '#server/config/config.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { jobTable } from '#server/jobs/table.ts'
import { assemble } from '#server/start/assemble.ts'
import { Browser, ORIGIN } from '../server/helpers/browser.ts'
import { heavyPng } from '../server/helpers/png.ts'
import { printFigures } from './figures.ts'

const STORED = 1_000_000
const OWNERS = 30_000
/** Number of stored images with an expired retention. */
const OUTDATED = 20_000
const UPLOADS = 40

const folder = mkdtempSync(join(tmpdir(), 'midground-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const migrations = readMigrations(join(import.meta.dirname, '../../drizzle/migrations'))
const db = openDatabase({ file: join(folder, 'midground.db'), migrations })
const config = readConfig({
  DATA_DIR: folder,
  BILLING: 'sandbox',
  RATE_LIMITS: 'off',
  BACKUPS: 'off',
  TRIAL_IMAGES_PER_USER_MB: '100000',
  TRIAL_IMAGES_TOTAL_MB: '100000000',
})
const log = pino({ level: 'silent' })
const { app, deps, outbox, close } = await assemble({ config, db, log, files: new Map() })

const anna = await new Browser(ORIGIN, '', async (url, init) => app.request(url, init)).signUp()
const { id } = await anna.get<{ id: string }>('/api/profile')
const trial = { paid: true, subscriptionId: 'trial_sub_1', expiresAt: Math.floor(Date.now() / 1000) + 86_400 }
db.orm.update(profiles).set(trial).where(eq(profiles.id, id)).run()

const small = heavyPng(64 * 1024)
const large = heavyPng(1024 * 1024)

await upload(small, UPLOADS) // warms up the JIT compiler
const alone = { small: await upload(small, UPLOADS), large: await upload(large, UPLOADS) }
fill(db)
const beside = { small: await upload(small, UPLOADS), large: await upload(large, UPLOADS) }
const nothing = async () => undefined
const jobs = jobTable({ deps, outbox, versions: { refresh: nothing }, backUp: nothing })
const retention = await longestTurn('retention')
const pictures = await longestTurn('pictures')
await close()
db.close()

console.log(`uploads of 64 KiB and 1 MiB alone, and beside ${STORED.toLocaleString('en')} images of ${OWNERS} accounts`)
console.log(`the longest turns of the event loop during the retention of ${OUTDATED} images and the nightly job`)
printFigures(
  {
    uploadSmallAloneCpuMs: [alone.small],
    uploadSmallCpuMs: [beside.small, 10],
    uploadLargeAloneCpuMs: [alone.large],
    uploadLargeCpuMs: [beside.large, 10],
    retentionLongestMs: [retention.longestMs, 20],
    retentionMs: [retention.totalMs],
    picturesLongestMs: [pictures.longestMs, 20],
    picturesMs: [pictures.totalMs],
  },
  process.argv.includes('--json'),
)

/** Returns the CPU time of one upload in all threads, ms. */
async function upload(image: Uint8Array, times: number): Promise<number> {
  const form = new FormData()
  form.append('image', new Blob([image as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'image.png')
  form.append('userId', id)
  form.append('editorType', 'custom_editor')
  const whole = new Response(form)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const headers = { origin: ORIGIN, cookie: anna.cookie, 'content-type': whole.headers.get('content-type') ?? '' }
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) {
    const init = { method: 'POST', headers, body: inPieces(bytes), duplex: 'half' } as RequestInit
    const answer = await app.request(`${ORIGIN}/api/save-trial-image`, init)
    if (answer.status !== 201) throw new Error(`an upload was answered ${answer.status}`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

/** Yields the bytes in chunks, as a socket does. */
function inPieces(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 65_536)))
      at += 65_536
    },
  })
}

function fill({ orm }: FileDatabase): void {
  const numbers = (count: number) =>
    sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  const later = Math.floor(Date.now() / 1000) + 86_400
  orm.run(sql`insert into users (id, email, email_key, password_hash, created_at)
    ${numbers(OWNERS)} select 'owner' || i, i || '@example.org', i || '@example.org', 'x', 0 from n`)
  orm.run(sql`insert into trial_images
    (id, user_id, storage_key, image_name, editor_type, bytes, width, height, created_at, delete_after)
    ${numbers(STORED)}
    select 'id' || i, 'owner' || (i % cast(${OWNERS} as integer)), 'zz/' || printf('%012d', i), 'photo.png', 'custom_editor', 900000, 1200, 900, 0,
      iif(i < ${OUTDATED}, 1, ${later}) from n`)
}

/** Returns the longest CPU time of one turn of the event loop while the job runs. */
async function longestTurn(name: string): Promise<{ readonly longestMs: number; readonly totalMs: number }> {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longestMs = 0
  let last = spent()
  let isOver = false
  const turn = () => {
    const now = spent()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const started = performance.now()
  await job.run(new AbortController().signal, 0)
  isOver = true
  return { longestMs, totalMs: performance.now() - started }
}
