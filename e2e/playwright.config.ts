import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from '../tests/helpers/testBrowser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts', // e2e/engines is run by Vitest
  globalSetup: './support/globalSetup.mjs',
  outputDir: '../test-results',
  // Two cores are busy with three: a story waits for a third of its time, for a clock, the disk or an answer. With four the
  // software GPUs crowd each other: the same stories took a third more of the processors, and longer by the clock.
  workers: 3,
  // By story, not by file, so that no long file is left to a single worker at the end.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Time limits end what hangs: every photo is separated on one software GPU, three at a time, beside whatever else runs.
  timeout: 900_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../.cache/reports/e2e.json' }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    // Every frame of a movement is painted by the processors; stories that show what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Stories that stand between page and network must see every request; those about working offline allow one.
    serviceWorkers: 'block',
    // A control that is not there fails its story long before the story's own time is over.
    actionTimeout: 60_000,
    launchOptions,
  },
})
