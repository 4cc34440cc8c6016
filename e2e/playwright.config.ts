import { defineConfig, devices } from '@playwright/test'
import { excludedFiles } from '../tests/helpers/leftToCi.ts'
import { TEST_RETRIES, TEST_TIMEOUT_MS } from '../tests/helpers/longRun.ts'
import { launchOptions } from '../tests/helpers/testBrowser.ts'

/** Timeout of single waits: half of the test's time, so that the error names the awaited thing. */
const PATIENCE_MS = TEST_TIMEOUT_MS / 2

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts', // Vitest runs e2e/engines
  testIgnore: excludedFiles('e2e').map((file) => `**/${file}`),
  globalSetup: './support/globalSetup.mjs',
  outputDir: '../test-results',
  // A test waits a third of its time for a clock, the disk or a response, so three workers keep two cores busy. Four
  // workers run longer, because their software GPUs compete for the cache.
  workers: 3,
  // Distributes single tests, not files, so that no long file remains for one worker at the end.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: TEST_RETRIES,
  // Time limits only end hanging tests. Tests with networks on a software GPU have longer limits.
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
    // Without a GPU, animations cost processor time for each frame. Tests of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that intercept requests must see all of them. Tests of offline work allow a service worker.
    serviceWorkers: 'block',
    // A missing control fails a test before the test's own time is over, so that the error names the control.
    actionTimeout: PATIENCE_MS,
    launchOptions,
  },
})
