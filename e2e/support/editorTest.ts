/**
 * `test` for tests that start in an empty editor. The tests of a worker share one page per kind of device, because
 * starting the editor takes longer than most tests. Use the `test` of `test.ts` for a test that needs its own page.
 * For example, it adds scripts before the start, needs other options, replaces globals, or tests starting the editor,
 * leaving the editor, or the account.
 */
import type { ViewportSize } from '@playwright/test'
import { openSharedPage, resetPage, type SharedPage } from './sharedPage.ts'
import { test as base, screenshotOfFailure } from './test.ts'

interface Worker {
  /** Returns the shared page of a kind of device, with an empty editor. */
  takePage(device: string, viewport: ViewportSize): Promise<SharedPage>
}

/** Resets the shared page before each test. */
export const test = base.extend<object, Worker>({
  takePage: [
    async ({ browser }, use) => {
      const opened = new Map<string, SharedPage>()
      await use(async (device, viewport) => {
        const known = opened.get(device)
        if (known) await resetPage(known, viewport)
        const shared = known ?? (await openSharedPage(browser))
        opened.set(device, shared)
        return shared
      })
      for (const { context } of opened.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ takePage, viewport, isMobile, hasTouch, contextOptions, findsSubjects }, use, info) => {
    if (findsSubjects) throw new Error('the networks run only on a page of its own: see test.ts')
    const { page } = await takePage(`${isMobile} ${hasTouch}`, viewport!)
    const { reducedMotion = 'reduce', forcedColors = null } = contextOptions
    await page.emulateMedia({ reducedMotion, forcedColors })
    await use(page)
    await screenshotOfFailure(page, info)
  },
  context: async ({ page }, use) => use(page.context()),
})
