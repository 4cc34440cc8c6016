/** Serves emoji, fonts and models from build/ in development and in browser tests. In production `server/static` does. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url))
/** The files that pages request, by the folder of build/ that `scripts/setup/prepare.mjs` fills. */
const PATHS = {
  emoji: /^\/[0-9a-f]{16}\/[0-9a-z-]+\.(svg|json)$/,
  fonts: /^\/[0-9a-f]{16}\/[\w-]+\.woff2$/,
  models: /^\/(manifest\.json|[\w-]+\/[0-9a-f]{12}\/[\w-]+\.(json|bin))$/,
}
const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Vite plugin that serves emoji, fonts and models. A file that was not built is answered with 404. */
export const pageData = (): Plugin => ({
  name: 'page-data',
  configureServer(server) {
    for (const [folder, pattern] of Object.entries(PATHS))
      server.middlewares.use(`/${folder}`, (request, response) => {
        const path = (request.url ?? '').split('?')[0] ?? ''
        const answer = (status: number, body?: Buffer) => {
          response.writeHead(status, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
          response.end(body)
        }
        if (!pattern.test(path)) return answer(404)
        readFile(join(BUILD, folder, path)).then(
          (bytes) => answer(200, bytes),
          () => answer(404),
        )
      })
  },
})
