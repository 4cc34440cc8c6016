/** Serves the built client and the files of a run to the browser that renders, only on loopback. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { BARE_PAGE } from '#server/contract/pages/guard.ts'
import { RENDER_MARK, type Stage } from '#server/contract/render.ts'
import { codeOf } from '#server/db/failure.ts'
import type { AppEnv } from '#server/http/env.ts'
import { headerSets } from '#server/http/headers.ts'
import { listen, requestListener } from '#server/http/listener.ts'
import type { StaticFiles } from '#server/static/files.ts'
import { inlineScripts } from '#server/static/pages.ts'
import { staticServer } from '#server/static/serve.ts'
import type { InputFile } from './inputFile.ts'

export type Loopback = Awaited<ReturnType<typeof serveLoopback>>

/** Failures of the output folder by the system's code. They affect every image. */
const FOLDER_FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'not-writable',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
}

/** Returns true if a job's response says that no image can be written. */
export const isFolderFailure = (error: string): boolean => Object.values(FOLDER_FAILURES).includes(error)

type Write = (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>

/**
 * Starts the server on loopback. The addresses of page, inputs and outputs contain a secret, so other programs can't
 * use them.
 */
export async function serveLoopback(files: StaticFiles) {
  const secret = randomBytes(18).toString('base64url')
  /** The offered files by version. */
  const offered = new Map<string, { id: string; files: InputFile[] }>()
  const wanted = new Map<string, Write>()
  const listeners = new Map<string, (stage: Stage) => void>()
  let last = 0
  const page = renderPage(files)
  const server = createServer()
  // a busy computer may need minutes for a request, and only this computer can connect
  server.requestTimeout = 0
  server.headersTimeout = 0
  const origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
  const sets = headerSets({ publicOrigin: origin, hstsSubdomains: false }, inlineScripts(files))
  const serve = staticServer(files, sets)

  const app = new Hono<AppEnv>()
    .get(`/${secret}`, (c) => c.html(page, 200, Object.fromEntries(sets.page)))
    .get(`/${secret}/in/:id`, async (c) => {
      const found = [...offered.values()].find(({ id }) => id === c.req.param('id'))
      const file = found?.files.find(({ isOpen }) => isOpen)
      return file ? c.body(Readable.toWeb(Readable.from(file.read())) as ReadableStream) : c.notFound()
    })
    .put(`/${secret}/out/:id`, async (c) => {
      const id = c.req.param('id')
      const write = wanted.get(id)
      const { body } = c.req.raw
      if (!write || !body) return c.notFound()
      wanted.delete(id)
      try {
        await write(body)
        return c.body(null, 204)
      } catch (error) {
        return c.text(FOLDER_FAILURES[codeOf(error)] ?? (error instanceof Error ? error.message : String(error)), 500)
      }
    })
    .post(`/${secret}/stage/:id`, async (c) => {
      listeners.get(c.req.param('id'))?.((await c.req.text()) as Stage)
      return c.body(null, 204)
    })
    .get('*', serve)
  server.on('request', requestListener(app.fetch, sets))

  return {
    /** Address of the page that renders. */
    page: `${origin}/${secret}`,
    /**
     * Serves a file until the file is closed. Returns the file's path. The path is equal for equal versions of the
     * file.
     */
    offer(file: InputFile) {
      const { id, files } = offered.get(file.version) ?? { id: String(++last), files: [] }
      offered.set(file.version, { id, files: [...files.filter(({ isOpen }) => isOpen), file] })
      return `/${secret}/in/${id}`
    },
    /** Receives one file by PUT and passes its bytes to `write`. Returns the path for the request. */
    take(write: Write) {
      const id = String(++last)
      wanted.set(id, write)
      return `/${secret}/out/${id}`
    },
    /**
     * Passes the stages that the page reports to `listener`. Returns the path for the reports, and `forget`, which
     * removes the listener.
     */
    hear(listener: (stage: Stage) => void) {
      const id = String(++last)
      listeners.set(id, listener)
      return { path: `/${secret}/stage/${id}`, forget: () => void listeners.delete(id) }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the product's page with the mark that makes it render. @throws if the client isn't built */
function renderPage(files: StaticFiles): string {
  const bare = files.get(BARE_PAGE)?.content
  if (!(bare instanceof Uint8Array)) throw new Error('the client is not built')
  return Buffer.from(bare).toString('utf8').replace('<html', `<html data-${RENDER_MARK}`)
}
