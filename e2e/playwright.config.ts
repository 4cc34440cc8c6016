import { defineConfig, devices } from '@playwright/test'
import { excludedFiles } from '../tests/helpers/leftToCi.ts'
import { TEST_RETRIES, TEST_TIMEOUT_MS } from '../tests/helpers/longRun.ts'
import { launchOptions } from '../tests/helpers/testBrowser.ts'

/** For what a test waits for: half of its time, so that the error can name it. */
const PATIENCE_MS = TEST_TIMEOUT_MS / 2

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts', // e2e/engines is run by Vitest
  testIgnore: excludedFiles('e2e').map((file) => `**/${file}`),
  globalSetup: './support/globalSetup.mjs',
  outputDir: '../test-results',
  // Three workers keep two cores busy: a test waits for a third of its time, for a clock, the disk or an answer. Four
  // workers take a third more processor time, and longer by the clock, because their software GPUs compete for the cache.
  workers: 3,
  // By test, not by file, so that no long file is left to a single worker at the end.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: TEST_RETRIES,
  // Time limits end tests that hang; none of them judges speed. Tests that run the networks on a software GPU have more.
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../.cache/reports/e2e.json' }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    // The processors paint every frame of an animation. Tests of animations ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that intercept requests must see all of them. Tests of offline work allow a service worker.
    serviceWorkers: 'block',
    // A missing control fails a test before the test's own time is over, so that the error names the control.
    actionTimeout: PATIENCE_MS,
    launchOptions,
  },
})
