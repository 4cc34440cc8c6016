import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { profiles, trialImages } from '#drizzle/schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeFolder } from '../helpers/folders.ts'
import { startBucket } from './helpers/bucket.ts'
import { heavyPng } from './helpers/png.ts'
import { residentMb, runProgram, startProgram } from './helpers/process.ts'
import { MIGRATIONS, PASSWORD } from './helpers/server.ts'

const UPLOADS = 16
const MIB = 1024 * 1024

it('the program puts 16 pictures of 24 MiB at once into a bucket, a part of each in memory', async () => {
  const bucket = await startBucket()
  onTestFinished(bucket.close)
  const folder = makeFolder()
  const env = {
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    TRIAL_IMAGES_PER_USER_MB: '1000',
    TRIAL_IMAGES_URL: bucket.url,
    ...bucket.keys,
  }
  const server = await startProgram(env)
  onTestFinished(() => void server.stop('SIGKILL'))
  const signup = await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.org', password: PASSWORD }),
  })
  const cookie = signup.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const profile = (await (await fetch(`${server.url}/api/profile`, { headers: { cookie } })).json()) as { id: string }
  const db = openDatabase({ file: join(folder, 'midground.db'), migrations: MIGRATIONS })
  const trial = { paid: true, subscriptionId: 'trial_sub_1', expiresAt: Math.floor(Date.now() / 1000) + 86_400 }
  db.orm.update(profiles).set(trial).where(eq(profiles.id, profile.id)).run()

  const send = async (image: Uint8Array) => {
    const form = new FormData()
    form.append('image', new Blob([image as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'image.png')
    form.append('userId', profile.id)
    form.append('editorType', 'custom_editor')
    const headers = { origin: server.url, cookie }
    const answer = await fetch(`${server.url}/api/save-trial-image`, { method: 'POST', headers, body: form })
    await answer.arrayBuffer()
    return answer.status
  }
  expect([await send(heavyPng(MIB)), server.output()]).toEqual([201, expect.not.stringContaining('error')]) // what the first upload loads stays loaded
  const pid = server.child.pid ?? 0
  const before = residentMb(pid, 'now')
  const picture = heavyPng(24 * MIB - 200_000)
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => send(picture)))
  const rise = residentMb(pid, 'peak') - before
  console.info(`uploads to a bucket: memory ${before.toFixed(0)} MB, +${rise.toFixed(0)} MB at the highest`)
  expect(statuses).toEqual(Array.from({ length: UPLOADS }, () => 201))
  expect(rise).toBeLessThan(250)
  expect(db.orm.select().from(trialImages).all()).toHaveLength(UPLOADS + 1)

  const [row] = db.orm.select().from(trialImages).all()
  const target = join(folder, 'taken.png')
  expect(await runProgram(['trial-images', 'get', row?.id ?? '', target], env)).toMatchObject({ code: 0 })
  db.close()
  expect(await server.stop()).toBe(0)
})
