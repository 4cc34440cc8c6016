/**
 * Tests a lost database file: a running server reports it, and a start refuses it. server/db/watch.test.ts tests every
 * kind of loss.
 */
import { readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { type Running, runProgram, startProgram } from './helpers/process.ts'
import { PASSWORD } from './helpers/server.ts'

let folder: string
let file: string
let server: Running
beforeEach(async () => {
  folder = makeFolder()
  file = join(folder, 'midground.db')
  server = await startProgram({ DATA_DIR: folder, BILLING: 'off', RATE_LIMITS: 'off', BACKUPS: 'off' })
  expect(await signUp('anna@example.org')).toBe(201)
})
afterEach(() => server.stop())

async function signUp(email: string): Promise<number> {
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: PASSWORD })
  return (await fetch(`${server.url}/api/auth/signup`, { method: 'POST', headers, body })).status
}

async function readiness(): Promise<[number, string | null]> {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, ((await answer.json()) as { reason?: string }).reason ?? null]
}

describe('under a running server', () => {
  it('a running server recovers when the database file is restored', async () => {
    renameSync(file, `${file}.aside`)
    await expect.poll(readiness, { interval: 100 }).toEqual([503, 'gone'])
    renameSync(`${file}.aside`, file)
    await expect.poll(readiness, { interval: 100 }).toEqual([200, null])
    expect(await signUp('ben@example.org')).toBe(201)
  })
})

describe('at a start', () => {
  const env = () => ({ DATA_DIR: folder, BILLING: 'off', PORT: '0' })
  const lost = (what: string) =>
    `${file} ${what}, but there was a database here. Restore a backup (midground restore FILE); to begin anew, delete ${join(folder, '.locks')}.`

  it.each([
    ['emptied', 'is empty', () => truncateSync(file, 0)],
    ['deleted', 'is missing', () => rmSync(file)],
  ])('%s: a start creates no new database', async (_how, words, lose) => {
    await server.stop()
    lose()
    const { code, output } = await runProgram([], env())
    expect([code, output.trim()]).toEqual([1, lost(words)])
    expect(readdirSync(folder)).not.toContain('midground.db-wal')
  })

  it('the server starts again after a backup replaced a missing database', async () => {
    expect((await runProgram(['backup', join(folder, 'copy.db')], env())).code).toBe(0)
    await server.stop()
    rmSync(file)
    expect((await runProgram(['restore', join(folder, 'copy.db')], env())).code).toBe(0)
    expect((await runProgram(['user', 'list'], env())).output).toContain('1 account')
  })

  it('creates a new database when the operator has emptied the folder of locks', async () => {
    await server.stop()
    rmSync(file)
    rmSync(join(folder, '.locks'), { recursive: true })
    const missing = await runProgram(['stats'], env())
    expect(readdirSync(folder)).not.toContain('midground.db')
    writeFileSync(file, '')
    const empty = await runProgram(['stats'], env())
    for (const { code, output } of [missing, empty])
      expect([code, output.trim()]).toEqual([1, `There is no database ${file}. See DATA_DIR.`])
    server = await startProgram(env())
    expect((await runProgram(['user', 'list'], env())).output).toContain('0 accounts')
  })
})
