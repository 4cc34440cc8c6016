/** Which of the client's files are kept on the device at the first visit: the app, and what its main job needs. */
import { defaults } from '../../client/kit/base/fields.ts'
import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { textFields } from '../../client/layers/text/schema.ts'

/** Sample photos, decoders of HEIC and of WebP, and letters that few read are kept when they are used first. */
const NOT_AHEAD = [/\/heic/, /\/webp(_dec)?-/, /\.(png|jpg|webp|txt|md)$/, /\/inter-(?!latin-wght).*\.woff2$/]

/** Built files other than assets that a page asks for by itself. */
const BESIDE = ['/favicon.svg', '/manifest.webmanifest']

/** Of all the paths of a built client, sorted. The page itself is not among them. */
export function appFiles(paths: readonly string[]): string[] {
  const wanted = [...BESIDE, defaultFont()]
  const missing = wanted.filter((path) => !paths.includes(path))
  if (missing.length > 0) throw new Error(`the build lacks ${missing.join(', ')}`)
  const assets = paths.filter(
    (path) => path.startsWith('/assets/') && !/\.(br|gz)$/.test(path) && !NOT_AHEAD.some((not) => not.test(path)),
  )
  return [...assets, ...wanted].sort()
}

/** What a fresh text is written in. */
function defaultFont(): string {
  const { fontFamily, fontWeight } = defaults(textFields)
  const family = findFamily(fontFamily)
  if (!family) throw new Error(`${fontFamily} is no family of ours`)
  return fontUrl(family, fontWeight === 400 ? 400 : 700)
}
