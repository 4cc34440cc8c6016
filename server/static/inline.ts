/** Scripts that stand in the built page itself: the policy allows these and no other, by the hash of each. */
import { hash } from 'node:crypto'
import { BARE_PAGE } from '../contract/pages.ts'
import type { StaticFiles } from './files.ts'

/**
 * Returns the hashes of the pages' inline scripts as sources for `script-src`. All pages contain the scripts of the
 * bare page.
 */
export function inlineScripts(files: StaticFiles): string[] {
  const page = files.get(BARE_PAGE)?.content
  if (!(page instanceof Uint8Array)) return []
  const scripts = Buffer.from(page)
    .toString('utf8')
    .matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`)
}
