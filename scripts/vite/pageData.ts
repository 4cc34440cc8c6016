/** Serves emoji, fonts and models from build/ in development and in tests. `server/static` does so in production. */
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import type { Plugin } from 'vite'

/** The folders of build/ that `scripts/setup/prepare.mjs` fills. */
const FOLDERS = ['emoji', 'fonts', 'models']

/** Vite plugin that serves emoji, fonts and models. Returns 404 for a missing file. */
export const pageData = (): Plugin => ({
  name: 'page-data',
  configureServer(server) {
    for (const folder of FOLDERS) {
      const serve = sirv(fileURLToPath(new URL(`../../build/${folder}`, import.meta.url)), { dev: true })
      server.middlewares.use(`/${folder}`, (request, response) =>
        serve(request, response, () => void response.writeHead(404).end()),
      )
    }
  },
})
