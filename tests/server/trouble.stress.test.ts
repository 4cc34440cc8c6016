/** Tests a running server with a full disk. server/db/open.test.ts tests a damaged file. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { Browser } from './helpers/browser.ts'
import { runProgram, startProgram } from './helpers/process.ts'

const DISK = '3m'

const mounts: string[] = []
afterAll(() => {
  for (const folder of mounts) execFileSync('umount', ['-l', folder])
})

/** Mounts a small disk, which a test can fill. Returns null if this user can't mount. */
function smallDisk(): string | null {
  const folder = join(makeFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null // without a mount, the tests are skipped
  }
  mounts.push(folder)
  return folder
}

/** Fills the disk completely. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'a')
  for (let size = 65_536; size >= 1; size >>= 1)
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // the disk has no space for pieces of this size, but smaller pieces may still fit
    }
  closeSync(file)
}

const makeRoom = (folder: string) => rmSync(join(folder, 'filler'))

/** Returns the status of a response and its reason or error code. */
async function outcomeOf(answer: Response): Promise<[number, string | null]> {
  const { reason, error } = (await answer.json()) as { reason?: string; error?: { code: string } }
  return [answer.status, reason ?? error?.code ?? null]
}

const count = async (anna: Browser, key: string) =>
  outcomeOf(await anna.post('/api/usage/image', { kind: 'overlay' }, { 'idempotency-key': key }))

const becomes = (anna: Browser, status: number, reason: string | null) =>
  expect.poll(async () => outcomeOf(await anna.send('/readyz')), { interval: 300 }).toEqual([status, reason])

it('the server serves pages while the disk is full, even after a restart', async ({ skip }) => {
  const folder = smallDisk()
  if (folder === null) return skip('mounting is not allowed')
  const env = { DATA_DIR: folder, RATE_LIMITS: 'off', BACKUPS: 'off' }
  let server = await startProgram(env)
  let anna = await new Browser(server.url).signUp()
  for (const isStartedFull of [false, true]) {
    if (isStartedFull) expect(await server.stop()).toBe(0)
    fill(folder)
    if (isStartedFull) {
      server = await startProgram(env)
      anna = new Browser(server.url, anna.cookie)
    }
    await becomes(anna, 503, 'full')
    expect((await anna.send('/api/profile')).status).toBe(200)
    let refused = await count(anna, 'full-000000')
    // the write-ahead log may still have some space
    for (let i = 1; refused[0] === 200 && i < 5000; i++) refused = await count(anna, `full-${i}-000000`)
    expect(refused).toEqual([503, 'unavailable'])
    await wait(6000) // waits until the jobs have failed too
    expect((await anna.send('/api/profile')).status).toBe(200)
    expect(server.child.exitCode).toBeNull()
    makeRoom(folder)
    await becomes(anna, 200, null)
    expect(await count(anna, 'key-000001')).toEqual([200, null])
    expect((await runProgram(['user', 'list'], env)).output).toContain('1 account') // the database can still be opened
  }
  expect(await server.stop()).toBe(0)
})
