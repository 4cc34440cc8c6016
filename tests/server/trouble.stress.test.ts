/** Tests a running server whose disk is full. server/db/open.test.ts tests a damaged file. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { runProgram, startProgram } from './helpers/process.ts'
import { Visitor } from './helpers/visitor.ts'

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

const count = (anna: Visitor, key: string) =>
  anna.outcome('/api/usage/image', { kind: 'overlay' }, { 'idempotency-key': key })

const becomes = (anna: Visitor, status: number, reason: string | null) =>
  expect.poll(() => anna.outcome('/readyz'), { interval: 300 }).toEqual([status, reason])

it('the server keeps serving with a full disk, also after a restart, and recovers', async ({ skip }) => {
  const folder = smallDisk()
  if (folder === null) return skip('mounting is not allowed')
  const env = { DATA_DIR: folder, RATE_LIMITS: 'off', BACKUPS: 'off' }
  let server = await startProgram(env)
  let anna = new Visitor(server.url)
  expect(await anna.signUp(), 'nothing but rows has taken room').toBe(201)
  for (const isStartedFull of [false, true]) {
    if (isStartedFull) expect(await server.stop()).toBe(0)
    fill(folder)
    if (isStartedFull) {
      server = await startProgram(env)
      anna = new Visitor(server.url, anna.cookie)
    }
    await becomes(anna, 503, 'full')
    expect(await anna.outcome('/api/profile')).toEqual([200, null])
    let refused = await count(anna, 'full-000000')
    // the write-ahead log may still have some room
    for (let i = 1; refused[0] === 200 && i < 5000; i++) refused = await count(anna, `full-${i}-000000`)
    expect(refused).toEqual([503, 'unavailable'])
    await wait(6000) // the jobs have failed too
    expect(await anna.outcome('/api/profile')).toEqual([200, null])
    expect(server.child.exitCode).toBeNull()
    makeRoom(folder)
    await becomes(anna, 200, null)
    expect(await count(anna, 'key-000001')).toEqual([200, null])
    expect((await runProgram(['user', 'list'], env)).output).toContain('1 account') // other processes can open the database again
  }
  expect(await server.stop()).toBe(0)
})
