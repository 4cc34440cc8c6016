import { defineConfig, devices } from '@playwright/test'
import { TEST_RETRIES, TEST_TIMEOUT_MS } from '../tests/helpers/longRun.ts'
import { isQuick, STORY } from '../tests/helpers/quick.ts'
import { launchOptions } from '../tests/helpers/testBrowser.ts'

/** Timeout of a single wait. It ends before the test's timeout, so that the error names the missing element. */
const PATIENCE_MS = TEST_TIMEOUT_MS / 2

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts', // excludes e2e/engines, which Vitest runs
  ...(isQuick() ? { grep: new RegExp(STORY) } : {}),
  globalSetup: './support/globalSetup.mjs',
  outputDir: '../test-results',
  // A test spends a third of its time waiting for a clock, the disk or a response, so three workers keep two cores
  // busy. Four workers are slower, because their software GPUs compete for the cache. The few stories of `npm test` use
  // two, because starting a worker with its server, browser and editor costs as much as a story.
  workers: isQuick() ? 2 : 3,
  // Distributes single tests instead of files. Otherwise one worker could run a long file alone at the end.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: TEST_RETRIES,
  // Ends hanging tests only. Tests with neural networks on a software GPU have longer limits.
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
    // Without a GPU, each frame of an animation costs processor time. Tests of animations enable the animations.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would hide requests from tests. Tests of offline work allow it.
    serviceWorkers: 'block',
    // Shorter than the test's timeout, because only the action's error names the missing control.
    actionTimeout: PATIENCE_MS,
    launchOptions,
  },
})
