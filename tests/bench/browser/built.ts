import { build, type Plugin } from 'vite'

/** Path at which the production build of a bench page is served. */
export const BUILT = '/built'

/** Builds a page with production settings on the first request and serves the result from memory. */
export function builtPage(html: string): Plugin {
  let files: Promise<ReadonlyMap<string, string | Uint8Array>> | null = null
  return {
    name: 'bench-built-page',
    configureServer({ middlewares }) {
      middlewares.use(BUILT, async ({ url = '' }, response) => {
        files ??= built(html)
        const path = url.slice(1).replace(/\?.*$/, '')
        const file = (await files).get(path)
        response.writeHead(file === undefined ? 404 : 200, {
          'content-type': TYPES[path.replace(/^.*\./, '')] ?? OTHER,
        })
        response.end(file)
      })
    },
  }
}

const OTHER = 'application/octet-stream'
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  json: 'application/json',
  svg: 'image/svg+xml',
}

async function built(html: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    base: `${BUILT}/`,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: html } },
  })
  const parts = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(parts.map((part) => [part.fileName, part.type === 'chunk' ? part.code : part.source]))
}
