// Vite plugin: serves the emoji images in development and in browser tests; in production server/static does.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const EMOJI = fileURLToPath(new URL('../../build/emoji/', import.meta.url))
const EMOJI_PATH = /^\/[0-9a-f]{16}\/[0-9a-z-]+\.(svg|json)$/

/** Vite plugin that serves the emoji images from build/emoji. */
export const emoji = (): Plugin => ({
  name: 'emoji',
  configureServer(server) {
    server.middlewares.use('/emoji', (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const [, extension] = EMOJI_PATH.exec(path) ?? []
      const answer = (status: number, body?: Buffer) => {
        response.writeHead(status, { 'content-type': extension === 'svg' ? 'image/svg+xml' : 'application/json' })
        response.end(body)
      }
      if (!extension) return answer(404)
      readFile(join(EMOJI, path)).then(
        (bytes) => answer(200, bytes),
        () => answer(404), // not made yet: node scripts/emoji/build.mjs
      )
    })
  },
})
