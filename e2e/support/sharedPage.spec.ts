/** The page that tests share is after a reset what a page is that has just been opened, to the exported pixel. */
import type { Page } from '@playwright/test'
import { dragOnCanvas, openTab } from './gestures.ts'
import { follow } from './languages.ts'
import { sample } from './samples.ts'
import { openSharedPage, resetPage } from './sharedPage.ts'
import { download, expect, test, uploadAndSeparate } from './test.ts'

const VIEWPORT = { width: 1280, height: 800 }

/** All that can be told of an editor from outside: what it says, holds and keeps. */
const describe = async (page: Page) => ({
  accessibility: await page.locator('body').ariaSnapshot(),
  title: await page.title(),
  viewport: page.viewportSize(),
  ...(await page.evaluate(async () => {
    const { readyState, documentElement, activeElement } = document
    return {
      url: location.href,
      document: JSON.stringify(window.midground!.document()),
      hash: window.midground!.stateHash(),
      matte: window.midground!.matte(),
      root: ['lang', 'dir', 'data-theme', 'class', 'style'].map((name) => documentElement.getAttribute(name)),
      readyState,
      focus: activeElement?.tagName,
      scroll: [scrollX, scrollY],
      local: { ...localStorage },
      session: { ...sessionStorage },
      locks: (await navigator.locks.query()).held?.map(({ name }) => name),
      caches: await caches.keys(),
      isOnline: navigator.onLine,
      media: ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors: active)', 'print'].map(
        (query) => matchMedia(query).matches,
      ),
    }
  })),
})

/** As it is once the designs, whose code comes a moment later, are there. */
async function described(page: Page) {
  await expect(page.getByRole('region', { name: 'Designs' })).toBeVisible()
  return describe(page)
}

const timeOfOpening = (page: Page) => page.evaluate(() => performance.timeOrigin)

/** Work on a photo, ending in the exported picture. */
async function work(page: Page) {
  await uploadAndSeparate(page, sample('chelsea.png'))
  await openTab(page, 'Draw')
  await page.getByRole('switch', { name: 'Drawing mode' }).click()
  await dragOnCanvas(page, { x: 20, y: 20 }, { x: 200, y: 150 })
  const { png } = await download(page)
  return { png, memory: await page.evaluate(() => window.midground!.memory()) }
}

/** Leaves as much behind as a test can: open dialogs, settings, stored work, a stroke in the middle, another viewport. */
async function makeAMess(page: Page) {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route('**/api/client-errors', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  await work(page)
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('left behind')
  await page.keyboard.press('Control+z')
  await page.mouse.wheel(0, -500)
  await page.getByRole('button', { name: /^Switch to the/ }).click()
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(1)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.setViewportSize({ width: 900, height: 500 })
  await page.context().setOffline(true)
  await page.keyboard.down('Shift')
}

test('is an empty editor on an empty device after each test', async ({ browser }) => {
  test.slow() // opens two editors and changes everything in one of them
  const [fresh, used] = [await openSharedPage(browser), await openSharedPage(browser)]
  const before = await described(fresh.page)
  const opened = await timeOfOpening(used.page)
  await makeAMess(used.page)
  await resetPage(used, VIEWPORT)
  expect(await timeOfOpening(used.page), 'it has not been opened anew').toBe(opened)
  const after = await described(used.page)
  expect({ ...after, local: Object.keys(after.local) }).toEqual({ ...before, local: Object.keys(before.local) })
  const [clean, again] = [await work(fresh.page), await work(used.page)]
  expect(Buffer.compare(again.png.data, clean.png.data), 'the same work makes the same picture').toBe(0)
  expect(again.memory).toEqual(clean.memory)
  await fresh.context.close()
  await used.context.close()
})

test('is opened anew where a test has left the editor, chosen a language, or lost the account', async ({ browser }) => {
  const shared = await openSharedPage(browser)
  const before = await described(shared.page)
  await shared.page.goto('/pricing')
  await resetPage(shared, VIEWPORT)
  expect(await described(shared.page)).toEqual(before)
  await follow(shared.page, 'ar')
  await resetPage(shared, VIEWPORT)
  expect(await described(shared.page)).toEqual(before)
  await shared.page.route('**/api/auth/session', (route) => route.abort())
  await shared.page.evaluate(() => dispatchEvent(new Event('focus')))
  await resetPage(shared, VIEWPORT)
  expect(await described(shared.page)).toEqual(before)
  await shared.context.close()
})
