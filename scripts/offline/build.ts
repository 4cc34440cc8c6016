// Writes the revision into the page of a built client, and writes the service worker with the list of files to
// precache.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { build } from 'vite'
import { PAGE, type Release } from '../../client/app/offline/release.ts'
import { REVISION_META, WORKER_PATH } from '../../server/contract/addresses.ts'
import { precachedFiles } from './precache.ts'

const ROOT = join(import.meta.dirname, '../..')
const META = new RegExp(`\\s*<meta name="${REVISION_META}"[^>]*>`)
/** Maximum size of the precached files, uncompressed and without the models. */
const BUDGET_BYTES = 8e6

/**
 * Writes the service worker and the page's revision into a built client. Returns the list of precached files and their
 * size in bytes. @throws Error if the size exceeds the budget
 */
export async function makeOffline(folder: string): Promise<{ release: Release; bytes: number }> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = all.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const files = precachedFiles(paths)
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8').replace(META, '')
  const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, html.length)
  if (bytes > BUDGET_BYTES)
    throw new Error(`the app would precache ${bytes} bytes on every device; the limit is ${BUDGET_BYTES}`)

  const hash = createHash('sha256').update(html)
  for (const path of [...files, '/models/manifest.json']) hash.update(path).update(readFileSync(join(folder, path)))
  const release: Release = { revision: hash.digest('hex').slice(0, 16), files: [PAGE, ...files] }
  const meta = `<meta name="${REVISION_META}" content="${release.revision}" />`
  writeFileSync(
    page,
    html.replace('</title>', () => `</title>\n    ${meta}`),
  )
  await buildWorker(folder, release)
  return { release, bytes }
}

const buildWorker = (folder: string, release: Release) =>
  build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __RELEASE__: JSON.stringify(release) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(ROOT, 'client/app/offline/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: basename(WORKER_PATH) },
      },
    },
  })
