/**
 * `test` for what begins on an empty editor. Tests of a worker take turns on one page for each kind of device, for a start
 * of the editor costs more than most tests do.
 *
 * A test needs a page of its own, by the `test` of `test.ts`, where it changes what a page starts with (`addInitScript`,
 * `exposeFunction`, other options), replaces globals of the page, or is about starting, leaving or the account.
 */
import type { ViewportSize } from '@playwright/test'
import { openSharedPage, resetPage, type SharedPage } from './sharedPage.ts'
import { test as base, screenshotOfFailure } from './test.ts'

interface Worker {
  /** The page of a kind of device, on an empty editor. */
  takePage(device: string, viewport: ViewportSize): Promise<SharedPage>
}

/**
 * Playwright's `test` for tests that begin on an empty editor: they share one page per worker and kind of device, which
 * is reset before each test.
 */
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
  page: async ({ takePage, viewport, isMobile, hasTouch, contextOptions, subjects }, use, info) => {
    if (subjects === 'found') throw new Error('the networks run only on a page of its own: see test.ts')
    const { page, memory } = await takePage(`${isMobile} ${hasTouch}`, viewport!)
    memory.imagines = subjects === 'imagined'
    const { reducedMotion = 'reduce', forcedColors = null } = contextOptions
    await page.emulateMedia({ reducedMotion, forcedColors })
    await use(page)
    await screenshotOfFailure(page, info)
  },
  context: async ({ page }, use) => use(page.context()),
})
