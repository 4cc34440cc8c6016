// Writes the revision into the page of a built client, and writes the service worker with the list of files that it
// precaches at the first visit: the app and the data for its main task.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { build } from 'vite'
import { PAGE, type Release } from '../../client/app/offline/release.ts'
import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { defaults } from '../../client/kit/values/fields.ts'
import { textFields } from '../../client/layers/text/schema.ts'
import { NOTICES_PATH, REVISION_META, WORKER_PATH } from '../../server/contract/pages/addresses.ts'

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

/**
 * Files that are cached at their first use: sample photos, images of templates in all languages, HEIC and WebP
 * decoders, PDF library, rare alphabets.
 */
const NOT_PRECACHED = [
  /\/(heic|libheif)/,
  /\/(webp_dec|decodeWebp)-/,
  /\/pdf-/,
  /\.(png|jpg|webp|txt|md)$/,
  /\/inter-(?!latin-wght).*\.woff2$/,
]

/** Files outside `assets/` that every page requests or links. */
const ROOT_FILES = ['/favicon.svg', '/manifest.webmanifest', NOTICES_PATH]

/**
 * Selects the paths to precache from all paths of a built client, sorted: the files of /assets/ except NOT_PRECACHED
 * and compressed copies (.br, .gz), the ROOT_FILES, and the font of a new text layer. The page itself isn't selected.
 * @throws Error if a root file or the font is missing
 */
export function precachedFiles(paths: readonly string[]): string[] {
  const wanted = [...ROOT_FILES, defaultFont()]
  const missing = wanted.filter((path) => !paths.includes(path))
  if (missing.length > 0) throw new Error(`the build lacks ${missing.join(', ')}`)
  const assets = paths.filter(
    (path) =>
      path.startsWith('/assets/') && !/\.(br|gz)$/.test(path) && !NOT_PRECACHED.some((pattern) => pattern.test(path)),
  )
  return [...assets, ...wanted].sort()
}

/** Returns the path of a new text layer's font file. */
function defaultFont(): string {
  const { fontFamily, fontWeight } = defaults(textFields)
  const family = findFamily(fontFamily)
  if (!family) throw new Error(`${fontFamily} is no family of ours`)
  return fontUrl(family, fontWeight === 400 ? 400 : 700)
}
