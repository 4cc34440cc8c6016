/** Selects the files that the service worker precaches at the first visit: the app and the data for its main task. */
import { defaults } from '../../client/kit/base/fields.ts'
import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { textFields } from '../../client/layers/text/schema.ts'
import { NOTICES_PATH } from '../../server/contract/addresses.ts'

/** Files that are cached at their first use: sample photos, HEIC and WebP decoders, PDF library, rare alphabets. */
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

/** Returns the path of the font file of a new text layer. */
function defaultFont(): string {
  const { fontFamily, fontWeight } = defaults(textFields)
  const family = findFamily(fontFamily)
  if (!family) throw new Error(`${fontFamily} is no family of ours`)
  return fontUrl(family, fontWeight === 400 ? 400 : 700)
}
