/** Vitest's projects of another engine: `ENGINE=firefox vitest run --project engine-gpu` or `engine-stories`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineBrowserProvider } from '@vitest/browser'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CONNECT_TIMEOUT_MS, IS_LONG, TEST_RETRIES } from '../../tests/helpers/longRun.ts'
import { ENGINES, type EngineName, engines } from './engines.ts'
import type { EnginePage } from './page.ts'

const FOLDERS = ['client', 'shaders', 'tests']

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that runs a pixel test. */
    engine: EngineName
    /** Whether `npm run test:long` runs, see tests/helpers/longRun.ts. */
    isLong: boolean
  }
}

/**
 * Returns the Vitest projects that run in the engine which the environment variable ENGINE names; none without it.
 * `limits`: time limits of every project, in the form of Vitest's options.
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
          ui: false, // without Vitest's interface, as in continuous integration
          provider: engineProvider(name),
          // Vitest sizes the tests' iframe itself and asks for a matching window; these windows are larger than any iframe.
          commands: { __vitest_viewport() {} },
          instances: [{ browser: name }],
        },
      },
    },
    {
      extends: true,
      test: { ...common, name: 'engine-stories', environment: 'node', include: ['e2e/engines/*.test.ts'] },
    },
  ]
}

/** Leaves out tests that use mouse or keys through Vitest's provider, which this provider doesn't support. */
const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.gpu\.test\.tsx?$/.test(file) && !readFileSync(file, 'utf8').includes("from 'vitest/browser'"))

/** Returns a Vitest browser provider that only opens pages, so tests that press keys are left out. */
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
