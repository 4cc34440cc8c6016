// Builds the caged HEIC decoder's document as /heic.html; in development and in tests serves it with production's policy.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { CAGE_PATH } from '../../server/contract/cage.ts'
import { headerSets } from '../../server/http/headers.ts'

const SOURCE = 'client/importer/heic/cage.html'
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Vitest rewrites every `import()` to go through its page's runner, which the cage, a document of its own, has not. */
const RUNNER_PATH = '/heic-vitest.js'
const RUNNER = 'globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }'

export const heicCage = (): Plugin => ({
  name: 'heic-cage',
  enforce: 'post',
  config: () => ({
    build: { rolldownOptions: { input: ['index.html', SOURCE] } },
    optimizeDeps: { include: ['heic-to/csp'] },
  }),
  configureServer(server) {
    // as it stands in the source, without Vite's own client: the policy would stop its socket
    const extra = process.env.VITEST ? `<script src="${RUNNER_PATH}"></script>` : ''
    server.middlewares.use(RUNNER_PATH, (_, response) => {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(RUNNER)
    })
    server.middlewares.use(CAGE_PATH, (_, response, next) => {
      readFile(`${ROOT}${SOURCE}`, 'utf8').then((html) => {
        for (const [name, value] of headerSets('http://127.0.0.1').cage) response.setHeader(name, value)
        response.setHeader('Content-Type', 'text/html')
        response.end(html.replace('<script', `${extra}<script`))
      }, next)
    })
  },
  generateBundle(_, bundle) {
    const cage = bundle[SOURCE]
    if (cage) cage.fileName = CAGE_PATH.slice(1)
  },
})
