/** What answers at the address of the libSQL server, where that is something else. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openServer } from './libsql.ts'

it.each<[string, RequestListener]>([
  ['a page', (_request, response) => response.end('<!doctype html><title>Welcome</title>')],
  ['nothing', (_request, response) => response.end()],
  ['half of an answer', (_request, response) => response.end('{"baton": null, "resul')],
  ['JSON of something else', (_request, response) => response.end('{"status":"ok"}')],
  ['404', (_request, response) => response.writeHead(404).end('not here')],
  ['502', (_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
  ['a broken connection', (request) => request.socket.destroy()],
])('%s instead of an answer: the server cannot be reached, in one sentence', async (_what, listener) => {
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
