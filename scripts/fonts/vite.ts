// Vite plugin: serves the fonts in development and in browser tests; in production server/static does.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FONTS = fileURLToPath(new URL('../../build/fonts/', import.meta.url))
const FONT_PATH = /^\/[0-9a-f]{16}\/[\w-]+\.woff2$/

/** Vite plugin that serves the fonts from build/fonts. */
export const fonts = (): Plugin => ({
  name: 'fonts',
  configureServer(server) {
    server.middlewares.use('/fonts', (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const answer = (status: number, body?: Buffer) => {
        response.writeHead(status, { 'content-type': 'font/woff2' })
        response.end(body)
      }
      if (!FONT_PATH.test(path)) return answer(404)
      readFile(join(FONTS, path)).then(
        (bytes) => answer(200, bytes),
        () => answer(404), // not fetched yet: node scripts/fonts/fetch.mjs
      )
    })
  },
})
