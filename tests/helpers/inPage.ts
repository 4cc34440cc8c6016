/** Calls functions of a module in a browser's page from a program. */
import type { Remote } from 'comlink'
import type { Page } from 'playwright'

/** Returns the module's exports as asynchronous functions. `path`: path of the module on the page's Vite server. */
export const inPage = <Module extends object>(page: Page, path: string): Remote<Module> =>
  new Proxy({} as Remote<Module>, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        page.evaluate(
          async ([path, name, given]) => {
            const exports = (await import(path)) as Record<string, (...given: unknown[]) => unknown>
            return exports[name]?.(...given)
          },
          [path, String(name), given] as const,
        ),
  })
