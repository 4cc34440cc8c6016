/** Tests malformed requests, and the headers of every response. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { headerSets } from '#server/http/headers.ts'
import { requestListener } from '#server/http/listener.ts'
import { ORIGIN } from './helpers/browser.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const TOKEN = 'a token of 32 letters and some more'.replaceAll(' ', '-')
const logLines: string[] = []
let server: TestServer
let http: Server
let port: number
beforeAll(async () => {
  const files = [{ path: '/index.html', size: 4, content: Buffer.from('page') }]
  server = await startTestServer({ logLines, files, env: { METRICS_TOKEN: TOKEN } })
  http = createServer(requestListener((request, env) => server.app.fetch(request, env), headerSets(server.deps.config)))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  port = (http.address() as AddressInfo).port
})
afterAll(async () => {
  http.close()
})

/** Sends these lines over TCP. Returns everything that the server sends until it closes the connection. */
async function raw(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return Buffer.concat(await socket.toArray()).toString()
}

it.each([
  ['two Host headers', 'Host: photos.example.org', 'host: evil.example'],
  ['the same Host header twice', 'Host: photos.example.org', 'Host: photos.example.org'],
])('a request with %s is rejected', async (_what, ...hosts) => {
  expect(await raw('GET /healthz HTTP/1.1', ...hosts)).toMatch(/^HTTP\/1\.1 400 /)
})

it.each([
  ['GET /healthz HTTP/1.1', 'Host: a.example'],
  ['HEAD /healthz HTTP/1.1', 'Host: a.example'],
  ['GET /readyz HTTP/1.1', 'Host: a.example'],
  ['GET / HTTP/1.1', 'Host: a.example'],
  ['GET /gone.js HTTP/1.1', 'Host: a.example'],
  ['POST / HTTP/1.1', 'Host: a.example'],
  ['PUT /anything HTTP/1.1', 'Host: a.example'],
  ['GET /api HTTP/1.1', 'Host: a.example'],
  ['GET /api/profile HTTP/1.1', 'Host: a.example'],
  ['GET /healthz HTTP/1.1', 'Host: a.example', 'Host: b.example'],
  ['GET /healthz HTTP/1.1', 'Host: a b'],
])('the response to a request with the lines "%s" and "%s" has the security headers', async (...lines) => {
  const answer = (await raw(...lines)).toLowerCase()
  for (const header of [
    'x-content-type-options: nosniff',
    'content-security-policy: ',
    'referrer-policy: strict-origin',
    'cross-origin-resource-policy: same-origin',
    'cross-origin-opener-policy: same-origin',
    'cache-control: no-store',
  ])
    expect(answer).toContain(header)
})

it('an error outside the API is logged with its request', async () => {
  const broken = vi.spyOn(server.deps.metrics!, 'report').mockRejectedValueOnce(new Error('no figures'))
  const answer = await raw('GET /metrics HTTP/1.1', 'Host: a.example', `Authorization: Bearer ${TOKEN}`)
  expect(broken).toHaveBeenCalled()
  expect(answer).toMatch(/^HTTP\/1\.1 500 /)
  expect(answer.toLowerCase()).toContain('cache-control: no-store')
  const line = logLines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ level }) => level === 50)
  expect(line).toMatchObject({ msg: 'unexpected error', requestId: /X-Request-Id: (\S+)/i.exec(answer)?.[1] })
  logLines.length = 0
})

it("a client that disconnects during a request doesn't cause an error in the log", async () => {
  const socket = connect(port, '127.0.0.1')
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: a.example', `Origin: ${ORIGIN}`, 'Sec-Fetch-Site: same-origin']
  socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 900'].join('\r\n')}\r\n\r\n{"email":`)
  // waits until the server has received the incomplete request
  await raw('GET /healthz HTTP/1.1', 'Host: a.example')
  socket.destroy()
  await expect.poll(() => logLines.join('')).toContain('client disconnected')
  const levels = logLines.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.filter((level) => level >= 50)).toEqual([])
})
