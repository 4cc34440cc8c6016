/** A Vitest browser provider for another engine. It only opens pages, so tests that press keys are left out. */
import { defineBrowserProvider } from '@vitest/browser'
import { type EngineName, engines } from './engines.ts'
import type { EnginePage } from './page.ts'

/** Returns a Vitest browser provider that runs tests in an engine. */
export const engineProvider = (name: EngineName) =>
  defineBrowserProvider({
    name: 'engine',
    providerFactory: () => {
      const pages = new Map<string, EnginePage>()
      return {
        name: 'engine',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(session, url) {
          await pages.get(session)?.close()
          const page = await engines[name].open()
          pages.set(session, page)
          await page.goto(url)
        },
        async close() {
          await Promise.all([...pages.values()].map((page) => page.close()))
          pages.clear()
        },
      }
    },
  })
