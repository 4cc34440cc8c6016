/** Tests that the browser of `midground render` reaches only the rendering page, even if it runs hostile code. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { launchOptions } from '../../tests/helpers/testBrowser.ts'
import { type Chromium, launchChromium, type Page } from './chromium.ts'

/** This machine's addresses: loopback and, with a network, the network address. */
const HOSTS = [
  '127.0.0.1',
  ...Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each?.family === 'IPv4' && !each.internal ? [each.address] : [])),
]
const reached: string[] = []
const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>ours</title>'))
const other = createTcpServer((socket) => {
  reached.push('tcp')
  socket.on('error', () => {})
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
})
const stun = createSocket('udp4', () => reached.push('udp'))
let chromium: Chromium
let tab: Page
let host = ''
const home = mkdtempSync(join(tmpdir(), 'home-'))
const ports = { tcp: 0, udp: 0 }

beforeAll(async () => {
  page.listen(0, '127.0.0.1')
  other.listen(0, '0.0.0.0')
  stun.bind(0, '0.0.0.0')
  await Promise.all([once(page, 'listening'), once(other, 'listening'), once(stun, 'listening')])
  host = `127.0.0.1:${(page.address() as AddressInfo).port}`
  ports.tcp = (other.address() as AddressInfo).port
  ports.udp = stun.address().port
  const path = launchOptions.executablePath ?? ''
  const env = { ...process.env, HOME: home }
  chromium = await launchChromium(path, host, { isRoot: process.getuid?.() === 0, env, platform: process.platform })
})
afterAll(async () => {
  await chromium?.close()
  for (const server of [page, other, stun]) server.close()
})
beforeEach(async () => {
  reached.length = 0
  tab = await openTab()
})

async function openTab(): Promise<Page> {
  const opened = await chromium.open(`http://${host}/`)
  await vi.waitFor(async () => expect(await opened.evaluate('document.title')).toBe('ours'), 10_000)
  return opened
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const others = () => ['localhost', ...HOSTS].map((name) => `http://${name}:${ports.tcp}/`)

it("the rendering page can't open another address by navigation, window, frame or request", async () => {
  for (const url of others()) {
    await tab.evaluate(`void fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => {})`)
    await tab.evaluate(`void window.open(${JSON.stringify(url)})`)
    await tab.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)} }))`,
    )
    await tab.evaluate(`void (location.href = ${JSON.stringify(url)})`)
    await wait(700)
    await tab.close()
    tab = await openTab()
  }
  expect(reached).toEqual([])
})

it("the rendering page can't open a WebRTC connection", async () => {
  const servers = HOSTS.flatMap((name) => [
    { urls: `stun:${name}:${ports.udp}` },
    ...['udp', 'tcp'].map((transport) => ({
      urls: `turn:${name}:${transport === 'udp' ? ports.udp : ports.tcp}?transport=${transport}`,
      username: 'a',
      credential: 'b',
    })),
  ])
  const connect = `{ const own = window.RTCPeerConnection ?? window.webkitRTCPeerConnection
    const connection = own && new own({ iceServers: ${JSON.stringify(servers)} })
    connection?.createDataChannel('a')
    connection?.createOffer().then((offer) => connection.setLocalDescription(offer)) }`
  await tab.evaluate(`void ${JSON.stringify(connect)}; ${connect}`)
  await tab.evaluate(
    `{ const frame = document.body.appendChild(document.createElement('iframe')); frame.contentWindow.eval(${JSON.stringify(connect)}) }`,
  )
  await wait(3000)
  expect(reached).toEqual([])
})

it("the rendering page can't download a file", async () => {
  const link = "Object.assign(document.createElement('a'), { href: 'data:application/zip,abc', download: 'a.zip' })"
  await tab.evaluate(`${link}.click()`)
  await wait(1500)
  expect(existsSync(join(home, 'Downloads'))).toBe(false)
})
