/** Vitest's projects of another engine: `ENGINE=firefox vitest run --project engine-gpu` or `engine-stories`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { ENGINES, type EngineName } from './engines.ts'
import { engineProvider } from './provider.ts'

const ROOMS = ['client', 'shaders', 'tests']

declare module 'vitest' {
  interface ProvidedContext {
    /** In which engine a test of pixels runs. */
    engine: EngineName
  }
}

/** None, unless the environment names an engine: nobody has all of them. */
export function engineProjects(limits: object): TestProjectInlineConfiguration[] {
  const name = ENGINES.find((engine) => engine === process.env.ENGINE)
  if (!name) return []
  const common = { ...limits, fileParallelism: false }
  return [
    {
      extends: true,
      test: {
        ...common,
        name: 'engine-gpu',
        provide: { engine: name },
        include: ROOMS.flatMap(testsIn),
        browser: {
          enabled: true,
          headless: false,
          screenshotFailures: false,
          ui: false, // as on machines of continuous integration
          provider: engineProvider(name),
          // Vitest sizes its tests' frame itself and asks for a window to match; the engines' are larger than any frame.
          commands: { __vitest_viewport() {} },
          instances: [{ browser: name }],
        },
      },
    },
    {
      extends: true,
      test: { ...common, name: 'engine-stories', environment: 'node', include: ['e2e/engines/*.story.ts'] },
    },
  ]
}

/** Mouse and keys go through Vitest's provider, and ours has none. */
const testsIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => /\.gpu\.test\.tsx?$/.test(file) && !readFileSync(file, 'utf8').includes("from 'vitest/browser'"))
