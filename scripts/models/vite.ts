// Vite plugin: serves the models in development and in browser tests; in production server/static does.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MODELS = fileURLToPath(new URL('../../build/models/', import.meta.url))
const MODEL_PATH = /^\/(manifest\.json|[\w-]+\/[0-9a-f]{12}\/[\w-]+\.(json|bin))$/

/** Vite plugin that serves the models from build/models. */
export const models = (): Plugin => ({
  name: 'models',
  configureServer(server) {
    server.middlewares.use('/models', (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const answer = (status: number, body?: Buffer) => {
        response.writeHead(status, {
          'content-type': path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
        })
        response.end(body)
      }
      if (!MODEL_PATH.test(path)) return answer(404)
      readFile(join(MODELS, path)).then(
        (bytes) => answer(200, bytes),
        () => answer(404), // not built yet: node scripts/models/build.mjs
      )
    })
  },
})
