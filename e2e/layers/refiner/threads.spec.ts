/** Tests the threads of the segmentation's WebAssembly, which devices with four or more cores start. */
import type { Page } from '@playwright/test'
import { pretendCores } from '../../../tests/helpers/testBrowser.ts'
import { openTab } from '../../support/gestures.ts'
import { download, expect, openSeparated, refined, SEPARATING, test } from '../../support/test.ts'

const THREADED = /tfjs-backend-wasm-threaded-simd.*\.wasm$/

test.use({ ...SEPARATING, serviceWorkers: 'block' }) // a service worker would load the scripts past the routes

/** Returns the PNG of the subject without its background. */
async function cutOut(page: Page): Promise<Buffer> {
  await openSeparated(page)
  await refined(page)
  await openTab(page, 'Remove BG')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Remove BG' }).click()
  return (await download(page)).bytes
}

// at the end of a test, its routes would fail for workers that are just starting
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

test('four threads cut out the same subject as one thread', async ({ page, browser, baseURL }) => {
  test.setTimeout(1_800_000) // the neural networks run twice
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await pretendCores(page.context(), 8)
  const threaded = await cutOut(page)
  expect(loaded.filter((url) => THREADED.test(url))).toHaveLength(2) // one for each of the two workers
  const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'block' })
  const single = await context.newPage()
  await pretendCores(context, 2)
  expect((await cutOut(single)).equals(threaded)).toBe(true)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test("one thread finds the subject if the other threads can't start", async ({ page }) => {
  await pretendCores(page.context(), 4)
  await page.context().route(THREADED, (route) => route.abort())
  const [request] = await Promise.all([page.waitForRequest(THREADED), openSeparated(page)])
  expect(request.failure()).not.toBeNull()
})
