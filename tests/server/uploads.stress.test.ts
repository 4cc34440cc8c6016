/** Tests 16 large concurrent uploads to a folder and to a bucket. Each upload needs the memory of one part only. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { profiles, trialImages } from '#drizzle/schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { Browser } from './helpers/browser.ts'
import { startBucket } from './helpers/bucket.ts'
import { heavyPng, trialForm } from './helpers/png.ts'
import { residentMb, runProgram, startProgram } from './helpers/process.ts'

const UPLOADS = 16
const MIB = 1024 * 1024

/** Starts the program with one account in a trial. */
async function startTrial(store: Record<string, string>) {
  const folder = makeFolder()
  const env = { DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error', TRIAL_IMAGES_PER_USER_MB: '1000', ...store }
  const server = await startProgram(env)
  onTestFinished(() => void server.stop('SIGKILL'))
  const anna = await new Browser(server.url).signUp()
  const db = openDatabase({ file: join(folder, 'midground.db'), migrations: MIGRATIONS })
  const trial = { paid: true, subscriptionId: 'trial_sub_1', expiresAt: Math.floor(Date.now() / 1000) + 86_400 }
  db.orm.update(profiles).set(trial).run()
  const userId = db.orm.select().from(profiles).get()?.id ?? ''
  const send = async (image: Blob) =>
    (await anna.send('/api/save-trial-image', { method: 'POST', body: trialForm(userId, image) })).status
  return { server, folder, env, db, send }
}

const picture = (bytes: number) => new Blob([heavyPng(bytes) as Uint8Array<ArrayBuffer>], { type: 'image/png' })

const filesIn = (folder: string) =>
  readdirSync(join(folder, 'trial-images'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it.each([
  ['a folder', 150, false],
  ['a bucket', 250, true],
] as const)(
  'the server stores 16 simultaneous 24 MiB images in %s with less than %i MB',
  async (_where, maxMb, inBucket) => {
    const bucket = inBucket ? await startBucket() : null
    if (bucket) onTestFinished(bucket.close)
    const { server, folder, env, db, send } = await startTrial(
      bucket ? { TRIAL_IMAGES_URL: bucket.url, ...bucket.keys } : {},
    )
    // the first upload loads modules, which stay in memory
    expect([await send(picture(MIB)), server.output()]).toEqual([201, expect.not.stringContaining('error')])
    const pid = server.child.pid ?? 0
    const before = residentMb(pid, 'now')
    const large = picture(24 * MIB - 200_000)
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => send(large)))
    const rise = residentMb(pid, 'peak') - before
    console.info(`uploads: memory ${before.toFixed(0)} MB, +${rise.toFixed(0)} MB at the highest`)
    expect(statuses).toEqual(Array.from({ length: UPLOADS }, () => 201))
    expect(rise).toBeLessThan(maxMb)
    const rows = db.orm.select().from(trialImages).all()
    expect(rows).toHaveLength(UPLOADS + 1)
    const target = join(folder, 'taken.png')
    expect(await runProgram(['trial-images', 'get', rows[0]?.id ?? '', target], env)).toMatchObject({ code: 0 })
    const hostile = Array.from({ length: 12 }, (_, i) => new Blob([`<svg onload="alert(${i})">`, 'x'.repeat(i * MIB)]))
    expect(await Promise.all(hostile.map(send))).toEqual(hostile.map(() => 415))
    if (!bucket) {
      expect(filesIn(folder).filter(({ name }) => name.endsWith('.part'))).toEqual([])
      expect(filesIn(folder)).toHaveLength(UPLOADS + 1)
    }
    db.close()
    expect(await server.stop()).toBe(0)
  },
)
