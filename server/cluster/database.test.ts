/** Tests startup if another program listens at the libSQL server's address, and the migrations at startup. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { schemaAt } from '#server/db/migrate.ts'
import { freshDatabase, MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { migrateServer, openServer } from './database.ts'
import { tablesOf } from './table-rows.ts'

it.each<[string, RequestListener]>([
  ['an HTML page', (_request, response) => response.end('<!doctype html><title>Welcome</title>')],
  ['an empty body', (_request, response) => response.end()],
  ['half of a libSQL response', (_request, response) => response.end('{"baton": null, "resul')],
  ['other JSON', (_request, response) => response.end('{"status":"ok"}')],
  ['404', (_request, response) => response.writeHead(404).end('not here')],
  ['502', (_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
  ['a broken connection', (request) => request.socket.destroy()],
])("a start is rejected if the database's address responds with %s", async (_what, listener) => {
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
    const client = createClient({ url: `file:${join(makeFolder(), 'rows.db')}` }) // a libSQL server has the same engine
    const start = () =>
      migrateServer(client, { url: 'http://rows.example.org', authToken: null, migrations: MIGRATIONS })
    await start()
    return { client, start }
  }

  it('the server accepts the schema that its first start created on libSQL', async () => {
    await expect((await setUp()).start()).resolves.toBeUndefined()
  })

  it.each([
    ['a missing table', 'DROP TABLE trial_image_totals', 'its table trial_image_totals is missing or differs.'],
    ['a missing index', 'DROP INDEX sessions_user', 'its index sessions_user is missing or differs.'],
    ['a changed table', 'ALTER TABLE outbox DROP COLUMN tries', 'its table outbox is missing or differs.'],
    ['tables but no schema version', 'PRAGMA user_version = 0', 'has tables but no schema version'],
  ])('a start on libSQL rejects a server with %s', async (_what, sql, words) => {
    const { client, start } = await setUp()
    await client.executeMultiple(sql)
    await expect(start()).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining(words) })
  })
})

it("tablesOf skips the tables that Litestream adds to the server's tables", () => {
  const file = join(makeFolder(), 'midground.db')
  freshDatabase(file).close()
  const sqlite = new Sqlite(file)
  sqlite.exec(
    'create table _litestream_lock (id integer); create table _litestream_seq (id integer primary key, seq integer)',
  )
  const names = tablesOf(sqlite, schemaAt(MIGRATIONS, {})).map(({ name }) => name)
  sqlite.close()
  expect(names).toEqual(expect.arrayContaining(['users', 'sessions', 'meta']))
  expect(names.join()).not.toContain('litestream')
})
