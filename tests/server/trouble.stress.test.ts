/** Tests faults of a running server: a full disk, a damaged file, a read-only disk. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { type Running, runProgram, startProgram } from './helpers/process.ts'
import { PASSWORD } from './helpers/server.ts'

const DISK = '3m'

const mounts: string[] = []
afterAll(() => {
  for (const folder of mounts) execFileSync('umount', ['-l', folder])
})

/** Mounts a small disk that a test can fill. Returns null if mounting isn't allowed. */
function smallDisk(): string | null {
  const folder = join(makeFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null // the suite reports the tests as skipped
  }
  mounts.push(folder)
  return folder
}

/** Fills the disk to the last page. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'a')
  for (let size = 65_536; size >= 1; size >>= 1)
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // smaller pieces may still fit
    }
  closeSync(file)
}

const makeRoom = (folder: string) => rmSync(join(folder, 'filler'))

async function signUp({ url }: Running, email: string): Promise<{ status: number; cookie: string }> {
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const read = async ({ url }: Running, cookie: string) =>
  (await fetch(`${url}/api/profile`, { headers: { cookie } })).status

async function count({ url }: Running, cookie: string, key: string) {
  const answer = await fetch(`${url}/api/usage/image`, {
    method: 'POST',
    headers: { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ kind: 'overlay' }),
  })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return [answer.status, error?.code ?? null]
}

async function readiness({ url }: Running): Promise<[number, string | null]> {
  const answer = await fetch(`${url}/readyz`)
  const { reason } = (await answer.json()) as { reason?: string }
  return [answer.status, reason ?? null]
}

const becomes = (server: Running, status: number, reason: string | null) =>
  expect.poll(() => readiness(server), { interval: 300 }).toEqual([status, reason])

it('the server keeps serving with a full disk, also after a restart, and recovers', async ({ skip }) => {
  const folder = smallDisk()
  if (folder === null) return skip('mounting is not allowed')
  const env = { DATA_DIR: folder, RATE_LIMITS: 'off', BACKUPS: 'off' }
  let server = await startProgram(env)
  const { status, cookie } = await signUp(server, 'anna@example.org')
  expect(status, 'nothing but rows has taken room').toBe(201)
  for (const isStartedFull of [false, true]) {
    if (isStartedFull) expect(await server.stop()).toBe(0)
    fill(folder)
    if (isStartedFull) server = await startProgram(env)
    await becomes(server, 503, 'full')
    expect(await read(server, cookie)).toBe(200)
    let refused = await count(server, cookie, 'full-000000')
    // the write-ahead log may still have some room
    for (let i = 1; refused[0] === 200 && i < 5000; i++) refused = await count(server, cookie, `full-${i}-000000`)
    expect(refused).toEqual([503, 'unavailable'])
    await wait(6000) // the jobs have failed too
    expect(await read(server, cookie)).toBe(200)
    expect(server.child.exitCode).toBeNull()
    makeRoom(folder)
    await becomes(server, 200, null)
    expect(await count(server, cookie, 'key-000001')).toEqual([200, null])
    expect((await runProgram(['user', 'list'], env)).output).toContain('1 account') // other processes can open the database again
  }
  expect(await server.stop()).toBe(0)
})

it('serves the intact part of a damaged database, reports it, and recovers after a restore', async () => {
  const folder = makeFolder()
  const file = join(folder, 'midground.db')
  const copy = join(folder, 'copy.db')
  const env = { DATA_DIR: folder, RATE_LIMITS: 'off', BACKUPS: 'off' }
  let server = await startProgram(env)
  const { cookie } = await signUp(server, 'anna@example.org')
  for (let i = 0; i < 500; i++) await count(server, cookie, `${i}-before-the-damage`)
  expect(await server.stop()).toBe(0)
  expect(await runProgram(['backup', copy], env)).toMatchObject({ code: 0 })

  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length - 20_480) // damages the last written pages, which belong to `usage`
  writeFileSync(file, bytes)
  server = await startProgram(env)
  let refused = await count(server, cookie, '0-after-the-damage')
  for (let i = 1; refused[0] === 200 && i < 500; i++) refused = await count(server, cookie, `${i}-after-the-damage`)
  expect(refused).toEqual([503, 'unavailable'])
  await becomes(server, 503, 'damaged')
  expect(await read(server, cookie)).toBe(200)
  expect(server.child.exitCode).toBeNull()
  await server.stop()

  expect(await runProgram(['restore', copy], env)).toMatchObject({ code: 0 })
  server = await startProgram(env)
  await becomes(server, 200, null)
  expect(await count(server, cookie, 'key-000001')).toEqual([200, null])
  expect(await server.stop()).toBe(0)
})

it("explains in one line why it can't start on a read-only disk", async ({ skip }) => {
  const folder = smallDisk()
  if (folder === null) return skip('mounting is not allowed')
  execFileSync('mount', ['-o', 'remount,ro', folder])
  const readOnly = await runProgram([], { DATA_DIR: folder, PORT: '0' })
  expect([readOnly.code, readOnly.output.trim()]).toEqual([1, `${folder} cannot be written to (EROFS). See DATA_DIR.`])
  expect(readdirSync(folder)).toEqual([])
})

it("a command explains in one line that it can't reach the libSQL server", async () => {
  const away = await runProgram(['stats'], { DATA_DIR: makeFolder(), DATABASE_URL: 'http://127.0.0.1:1', PORT: '0' })
  expect([away.code, away.output.trim()]).toEqual([1, '127.0.0.1:1: The database server cannot be reached.'])
})
