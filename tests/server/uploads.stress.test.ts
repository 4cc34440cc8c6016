import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { profiles } from '#drizzle/schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeFolder } from '../helpers/folders.ts'
import { heavyPng } from './helpers/png.ts'
import { residentMb, startProgram } from './helpers/process.ts'
import { MIGRATIONS, PASSWORD } from './helpers/server.ts'

const UPLOADS = 16
const MIB = 1024 * 1024

it('takes 16 pictures of 24 MiB at once in less than 150 MB', async () => {
  const folder = makeFolder()
  const server = await startProgram({
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    TRIAL_IMAGES_PER_USER_MB: '1000',
  })
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const signup = await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'anna@example.org', password: PASSWORD }),
  })
  const cookie = signup.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const profile = (await (await fetch(`${server.url}/api/profile`, { headers: { cookie } })).json()) as { id: string }
  const db = openDatabase({ file: join(folder, 'midground.db'), migrations: MIGRATIONS })
  const trial = { paid: true, subscriptionId: 'trial_sub_1', expiresAt: Math.floor(Date.now() / 1000) + 86_400 }
  db.orm.update(profiles).set(trial).where(eq(profiles.id, profile.id)).run()
  db.close()

  const picture = new Blob([heavyPng(24 * MIB - 200_000) as Uint8Array<ArrayBuffer>], { type: 'image/png' })
  const send = async (image: Blob) => {
    const form = new FormData()
    form.append('image', image, 'image.png')
    form.append('userId', profile.id)
    form.append('editorType', 'custom_editor')
    form.append('imageName', 'me.png')
    const answer = await fetch(`${server.url}/api/save-trial-image`, {
      method: 'POST',
      headers: { origin: server.url, cookie },
      body: form,
    })
    await answer.arrayBuffer()
    return answer.status
  }
  await send(new Blob([heavyPng(MIB) as Uint8Array<ArrayBuffer>])) // what the first upload loads stays loaded
  const pid = server.child.pid ?? 0
  const before = residentMb(pid, 'now')
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => send(picture)))
  const rise = residentMb(pid, 'peak') - before
  console.info(
    `uploads: ${UPLOADS} × ${(picture.size / MIB).toFixed(1)} MiB at once, memory ${before.toFixed(0)} MB, +${rise.toFixed(0)} MB at the highest`,
  )
  expect(statuses).toEqual(Array.from({ length: UPLOADS }, () => 201))
  expect(rise).toBeLessThan(150)

  const stored = readdirSync(join(folder, 'trial-images'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(stored.map(({ name }) => name).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(stored).toHaveLength(UPLOADS + 1)

  const hostile = await Promise.all(
    Array.from({ length: 12 }, (_, i) => send(new Blob([`<svg onload="alert(${i})">`, 'x'.repeat(i * MIB)]))),
  )
  expect(hostile).toEqual(Array.from({ length: 12 }, () => 415))
  expect(
    readdirSync(join(folder, 'trial-images'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  ).toHaveLength(UPLOADS + 1)
  expect(await server.stop()).toBe(0)
  expect(existsSync(join(folder, 'midground.db-wal'))).toBe(false)
})
