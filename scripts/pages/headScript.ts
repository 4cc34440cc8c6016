// Inlines the script that runs before the first paint. A separate file would delay the paint by a round trip. The
// server's content security policy allows the script by its hash, which the server reads from the page
// (server/static/pages.ts).
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { BUILD_TARGET } from '../vite/oldestBrowsers.ts'

const EARLY = join(import.meta.dirname, '../../client/app/start/headScript.ts')
/**
 * The element in the page's source that the script replaces. The script isn't a module, because modules run after
 * parsing.
 */
const PLACE = '<script src="/client/app/start/headScript.ts"></script>'

/** Vite plugin that inlines the head script into the page. */
export const headScript = (): Plugin => ({
  name: 'early',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      if (!html.includes(PLACE)) return html
      const script = `<script>${await earlyScript()}</script>`
      return html.replace(PLACE, () => script)
    },
  },
})

/**
 * Bundles the script that runs before the first paint. Resolves with its code. @throws Error if the bundle isn't a
 * script
 */
export async function earlyScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: BUILD_TARGET,
      rolldownOptions: { input: EARLY, output: { format: 'iife' } },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('headScript.ts became no script')
  return script.code.trim()
}
