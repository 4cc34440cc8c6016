/** A proxy that adds a script to every page, because some drivers can't run a script before the page's scripts. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { HEIC_SANDBOX_PATH } from '#server/contract/pages/heicSandbox.ts'

/**
 * Address of the added script. It is on the site's origin, because the content security policy allows only that. A
 * visit to the address shows a page without scripts.
 */
export const SCRIPT_PATH = '/story-watch.js'

/** A running proxy in front of the server. */
export interface Front {
  origin: string
  /** all requests so far, for example `POST /api/…` */
  asked: readonly string[]
  /** Lets all connections work from now on. */
  repair(): void
  stop(): Promise<void>
}

/**
 * Starts the proxy for the server at the origin `behind`, and serves `script` at SCRIPT_PATH. Connections for the paths
 * in `broken` fail until `repair` is called.
 */
export function startFront(behind: string, script: string, broken?: RegExp): Promise<Front> {
  const heard: string[] = []
  let breaking = broken
  const server = createServer((asked, answer) => {
    heard.push(`${asked.method} ${asked.url}`)
    if (breaking?.test(asked.url ?? '')) answer.destroy()
    else if (asked.url === SCRIPT_PATH) answer.setHeader('content-type', 'text/javascript').end(script)
    else if (asked.url === '/favicon.ico')
      answer.writeHead(204).end() // Chromium requests a favicon for pages without an icon link
    else passOn(behind, asked, answer)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (!address || typeof address !== 'object') return reject(new Error('no port'))
      resolve({
        origin: `http://127.0.0.1:${address.port}`,
        asked: heard,
        repair() {
          breaking = undefined
        },
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}

function passOn(behind: string, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' }
  const { method = 'GET', url = '/' } = asked
  const passing = request(new URL(url, behind), { method, headers }, (given) => {
    const isPage = given.headers['content-type']?.startsWith('text/html') && !url.startsWith(HEIC_SANDBOX_PATH)
    if (isPage) void writePage(given, answer)
    else given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers))
  })
  passing.once('error', () => answer.destroy()) // passes the broken connection on to the client
  asked.pipe(passing)
}

async function writePage(given: IncomingMessage, answer: ServerResponse): Promise<void> {
  const page = (await buffer(given)).toString().replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`)
  const { 'content-length': _, ...headers } = given.headers
  answer.writeHead(given.statusCode ?? 502, headers).end(page)
}
