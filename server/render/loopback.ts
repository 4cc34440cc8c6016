/** Serves the built client and the files of a run to the browser that renders, only on loopback. */
import { randomBytes } from 'node:crypto'
import { openAsBlob, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { Hono } from 'hono'
import { BARE_PAGE } from '#server/contract/guard.ts'
import { RENDER_MARK } from '#server/contract/render.ts'
import type { AppEnv } from '#server/http/env.ts'
import { headerSets } from '#server/http/headers.ts'
import { listen, requestListener } from '#server/http/listener.ts'
import type { StaticFiles } from '#server/static/files.ts'
import { inlineScripts } from '#server/static/pages.ts'
import { staticServer } from '#server/static/serve.ts'

export type Loopback = Awaited<ReturnType<typeof serveLoopback>>

type Write = (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>

/** Starts the server on loopback. The addresses of page, inputs and outputs contain a secret against other programs. */
export async function serveLoopback(files: StaticFiles) {
  const secret = randomBytes(18).toString('base64url')
  const offered = new Map<string, string>()
  const wanted = new Map<string, Write>()
  let last = 0
  const page = renderPage(files)
  const server = createServer()
  const origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
  const sets = headerSets({ publicOrigin: origin, hstsSubdomains: false }, inlineScripts(files))
  const serve = staticServer(files, sets)

  const app = new Hono<AppEnv>()
    .get(`/${secret}`, (c) => c.html(page, 200, Object.fromEntries(sets.page)))
    .get(`/${secret}/in/:id`, async (c) => {
      const path = offered.get(c.req.param('id'))
      return path === undefined ? c.notFound() : c.body((await openAsBlob(path)).stream())
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
        return c.text(error instanceof Error ? error.message : String(error), 500)
      }
    })
    .get('*', serve)
  server.on('request', requestListener(app.fetch, sets))

  return {
    /** Address of the page that renders. */
    page: `${origin}/${secret}`,
    /** Serves a file. Returns its path, which changes only with the file. */
    offer(path: string) {
      const known = [...offered].find(([, each]) => each === path)?.[0]
      const id = known ?? String(++last)
      offered.set(id, path)
      const stats = statSync(path, { throwIfNoEntry: false })
      return `/${secret}/in/${id}?v=${stats?.mtimeMs}-${stats?.size}`
    },
    /** Receives one file by PUT and passes its bytes to `write`. Returns the path for the request. */
    take(write: Write) {
      const id = String(++last)
      wanted.set(id, write)
      return `/${secret}/out/${id}`
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
