/** Changes the built pages: replaces the product's name, and hashes inline scripts. */

import { html } from 'hono/html'
import { BRAND_NAME } from '#server/contract/pages/addresses.ts'
import { BARE_PAGE } from '#server/contract/pages/guard.ts'
import { scriptHash } from '#server/http/headers.ts'

/** Returns true for pages and web app manifests, which contain the product's name. */
export const namesBrand = (path: string): boolean => /\.(html|webmanifest)$/.test(path)

/** Replaces the product's name with `name` in a page or web app manifest. `path`: path in the built client. */
export function renameBrand(path: string, content: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(content).toString('utf8')
  if (!path.endsWith('.html')) return Buffer.from(JSON.stringify({ ...JSON.parse(text), name, short_name: name }))
  return Buffer.from(text.replaceAll(BRAND_NAME, () => String(html`${name}`)))
}

/** Returns the `script-src` hashes of all inline scripts. The bare page contains the scripts of all pages. */
export function inlineScripts(files: ReadonlyMap<string, { readonly content: unknown }>): string[] {
  const page = files.get(BARE_PAGE)?.content
  if (!(page instanceof Uint8Array)) return []
  const scripts = Buffer.from(page)
    .toString('utf8')
    .matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, script = '']) => scriptHash(script))
}
