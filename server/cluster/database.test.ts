/** Tests a wrong server at the address of the libSQL server, its schema, and the queue of transactions. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { createSerialQueue, migrateServer, openServer } from './database.ts'

it.each<[string, RequestListener]>([
  ['a page', (_request, response) => response.end('<!doctype html><title>Welcome</title>')],
  ['nothing', (_request, response) => response.end()],
  ['half of an answer', (_request, response) => response.end('{"baton": null, "resul')],
  ['JSON of something else', (_request, response) => response.end('{"status":"ok"}')],
  ['404', (_request, response) => response.writeHead(404).end('not here')],
  ['502', (_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
  ['a broken connection', (request) => request.socket.destroy()],
])("%s at the address gives the error that the server can't be reached", async (_what, listener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const opening = openServer({ url: `http://${host}`, authToken: null, migrations: [{ name: '0001_a', sql: '' }] })
  await expect(opening).rejects.toMatchObject({
    name: 'OperatorError',
    message: `${host}: The database server cannot be reached.`,
    cause: { failure: 'unreachable' },
  })
  server.closeAllConnections()
  server.close()
})

describe('a start on libSQL', () => {
  const setUp = async () => {
    const client = createClient({ url: `file:${join(makeFolder(), 'rows.db')}` }) // the engine of the server, in this process
    const start = () =>
      migrateServer(client, { url: 'http://rows.example.org', authToken: null, migrations: MIGRATIONS })
    await start()
    return { client, start }
  }

  it('accepts the schema that it has created', async () => {
    await expect((await setUp()).start()).resolves.toBeUndefined()
  })

  it.each([
    ['a missing table', 'DROP TABLE trial_image_totals', 'its table trial_image_totals is missing or differs.'],
    ['a missing index', 'DROP INDEX sessions_user', 'its index sessions_user is missing or differs.'],
    ['a changed table', 'ALTER TABLE outbox DROP COLUMN tries', 'its table outbox is missing or differs.'],
    ['a lost schema version', 'PRAGMA user_version = 0', 'has tables but no schema version'],
  ])('a start refuses a server with %s', async (_what, sql, words) => {
    const { client, start } = await setUp()
    await client.executeMultiple(sql)
    await expect(start()).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining(words) })
  })
})

const soon = () => new Promise((done) => setImmediate(done))

describe('createSerialQueue', () => {
  it('runs one job at a time in the order of the calls', async () => {
    const inTurn = createSerialQueue(1000)
    let [inside, most] = [0, 0]
    const order: number[] = []
    const work = (n: number) => async () => {
      most = Math.max(most, ++inside)
      order.push(n)
      await soon()
      inside--
      return n * n
    }
    expect(await Promise.all([1, 2, 3, 4].map((n) => inTurn(work(n))))).toEqual([1, 4, 9, 16])
    expect(order).toEqual([1, 2, 3, 4])
    expect(most).toBe(1)
  })

  it("a failed job doesn't stop the queue", async () => {
    const inTurn = createSerialQueue(1000)
    const bad = inTurn(() => Promise.reject(new Error('no')))
    const good = inTurn(async () => 'yes')
    await expect(bad).rejects.toThrow('no')
    expect(await good).toBe('yes')
  })

  it("a job that waited too long in the queue isn't run", async () => {
    let now = 0
    const inTurn = createSerialQueue(1000, () => now)
    let finish = (): void => undefined
    const slow = inTurn(() => new Promise<void>((done) => (finish = done)))
    let begun = false
    const tired = inTurn(async () => (begun = true))
    now = 900
    const late = inTurn(async () => 'late')
    await soon()
    now = 1500
    finish()
    await slow
    await expect(tired).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    expect(begun).toBe(false)
    expect(await late).toBe('late')
  })
})
