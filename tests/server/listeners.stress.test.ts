/** Tests that no request to any port terminates the process. */
import { expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { freePort } from '../helpers/freePort.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { randomFrom } from '../helpers/random.ts'
import { Browser } from './helpers/browser.ts'
import { startProgram } from './helpers/process.ts'
import { rawRequest, sendRaw } from './helpers/rawRequests.ts'

const REQUESTS = shortOrLong(1000, 5000)
const AT_ONCE = 50

it(`the server responds on every port after ${REQUESTS} malformed requests to each port`, async () => {
  const metricsPort = await freePort()
  const off = { RATE_LIMITS: 'off', BACKUPS: 'off', LOG_LEVEL: 'silent' }
  const server = await startProgram({ DATA_DIR: makeFolder(), METRICS_PORT: String(metricsPort), ...off })
  const main = Number(new URL(server.url).port)
  const ports = { main, metrics: metricsPort, sandbox: await sandboxPort(server.url) }
  for (const [name, port] of Object.entries(ports)) {
    for (const target of ['//', '//[', 'http://[', '/%', '*', ''])
      await sendRaw(port, Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`))
    const random = randomFrom(port === ports.main ? 1 : port === ports.metrics ? 2 : 3)
    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
      const reached = await Promise.all(Array.from({ length: AT_ONCE }, () => sendRaw(port, rawRequest(random))))
      expect(reached, `${name} listens after ${sent} requests: ${server.output()}`).not.toContain(false)
    }
    expect(server.child.exitCode, `after ${name}`).toBeNull()
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics?x=1`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${ports.sandbox}/`)).status).toBe(404)
  expect(await server.stop()).toBe(0)
}, 300_000)

/** Returns the sandbox's port from the URL of a checkout. */
async function sandboxPort(url: string): Promise<number> {
  const anna = await new Browser(url).signUp()
  const { prices } = await anna.get<{ prices: { monthly: string } }>('/api/config')
  const checkout = await anna.ask<{ url: string }>('/api/checkout', { priceId: prices.monthly })
  return Number(new URL(checkout.url).port)
}
