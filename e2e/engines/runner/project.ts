/** Vitest projects that run in another engine: `ENGINE=firefox vitest run --project engine-gpu` or `engine-stories`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineBrowserProvider } from '@vitest/browser'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CONNECT_TIMEOUT_MS, IS_LONG, NETWORKS_TIMEOUT_MS, TEST_RETRIES } from '../../../tests/helpers/longRun.ts'
import { ENGINES, type EngineName, engines } from './engines.ts'
import type { EnginePage } from './page.ts'

const FOLDERS = ['client', 'shaders', 'tests']

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that runs a pixel test. */
    engine: EngineName
    /** true in `npm run test:long`, see tests/helpers/longRun.ts */
    isLong: boolean
  }
}

/**
 * Returns Vitest projects that run in the engine of the environment variable ENGINE, or an empty list without the
 * variable. `limits`: Vitest's options for timeouts.
 */
export function engineProjects(limits: object): TestProjectInlineConfiguration[] {
  const name = ENGINES.find((engine) => engine === process.env.ENGINE)
  if (!name) return []
  const common = { ...limits, retry: TEST_RETRIES, fileParallelism: false }
  return [
    {
      extends: true,
      test: {
        ...common,
        name: 'engine-gpu',
        provide: { engine: name, isLong: IS_LONG },
        include: FOLDERS.flatMap(testsIn),
        browser: {
          enabled: true,
          headless: false,
          screenshotFailures: false,
          connectTimeout: CONNECT_TIMEOUT_MS,
          ui: false, // Vitest shows its interface in a browser by default
          provider: engineProvider(name),
          // Does nothing when Vitest asks for a window of the iframe's size, because these windows are larger than any
          // iframe.
          commands: { __vitest_viewport() {} },
          instances: [{ browser: name }],
        },
      },
    },
    {
      extends: true,
      test: {
        ...common,
        testTimeout: NETWORKS_TIMEOUT_MS,
        hookTimeout: NETWORKS_TIMEOUT_MS,
        name: 'engine-stories',
        environment: 'node',
        include: ['e2e/engines/*.test.ts'],
      },
    },
  ]
}

/** Returns the test files without mouse or key input, which the Vitest provider for engines doesn't support. */
const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.gpu\.test\.tsx?$/.test(file) && !readFileSync(file, 'utf8').includes("from 'vitest/browser'"))

/** Returns a Vitest browser provider that opens pages but supports no mouse or keys. */
const engineProvider = (name: EngineName) =>
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
