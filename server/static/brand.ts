/** The operator's own name for the product, in the files that say ours. */
import { BRAND_NAME } from '../contract/brand.ts'

/** Returns true for the files that contain the product's name: pages and web app manifests. */
export const namesBrand = (path: string): boolean => /\.(html|webmanifest)$/.test(path)

/** Returns the content with the product's name replaced by `name`. `path`: a file for which `namesBrand` is true. */
export function renamed(path: string, content: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(content).toString('utf8')
  return Buffer.from(path.endsWith('.html') ? inPage(text, name) : withNames(text, name))
}

/** Wherever a page says it: its title, its first picture, and the head from which the client takes it. */
const inPage = (html: string, name: string): string =>
  html.replaceAll(BRAND_NAME, () => name.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`))

const withNames = (manifest: string, name: string): string =>
  JSON.stringify({ ...JSON.parse(manifest), name, short_name: name })
