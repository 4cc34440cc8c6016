/** Tests browsers that lack a required feature: the fallbacks, and the warnings before work is lost. */
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { checkAxe } from '../support/axe.ts'
import { runFromMenu } from '../support/gestures.ts'
import { download, expect, openEditor, test, upload } from '../support/test.ts'

/** Returns random pixels of every alpha. Pixels of alpha 0 also have colors. */
function noise(width: number, height: number): PNG {
  const png = new PNG({ width, height })
  let seed = 11
  for (let i = 0; i < png.data.length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    png.data[i] = i % 4 === 3 ? (i >> 2) % 256 : seed >>> 24
  }
  return png
}

/** Simulates fingerprinting protection: flips single bits of pixels read from the GPU. */
const addNoise = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext
    const { getBufferSubData } = prototype
    prototype.getBufferSubData = function (this: WebGL2RenderingContext, ...args: unknown[]) {
      Reflect.apply(getBufferSubData, this, args)
      const [, , bytes] = args
      if (localStorage.getItem('noise') !== 'off' && bytes instanceof Uint8Array)
        for (let i = 0; i < bytes.length; i += 397) bytes[i] = (bytes[i] ?? 0) ^ 1
    }
  })

const whenShown = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () => document.querySelector('[aria-busy=true]') === null && window.midground?.document().photo?.name,
      ),
    )
    .toBe(name)

test('before the editor spends a credit, it warns that the browser alters the image', async ({ page }) => {
  await addNoise(page)
  const spent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/download')) spent.push(request.url())
  })
  await openEditor(page)
  await upload(page, { name: 'noise.png', mimeType: 'image/png', buffer: PNG.sync.write(noise(64, 48)) })
  await whenShown(page, 'noise.png')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByText('Your browser is altering images')).toBeVisible()
  expect(spent).toEqual([])
  await runFromMenu(page, 'Account', 'Browser compatibility')
  const about = page.getByRole('dialog', { name: 'Browser compatibility' })
  await expect(about.getByText('Reads canvas pixels unaltered: No')).toBeVisible()
  await expect(about.getByText('To download images, allow this site to read canvas data.')).toBeVisible()
  await page.keyboard.press('Escape')

  // The user allows reading canvas data, and the next export runs the check again.
  await page.evaluate(() => localStorage.setItem('noise', 'off'))
  expect((await download(page)).png.width).toBe(64)
})

test("the footer lists the browser's abilities on a screen 320 px wide", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/pricing')
  const foot = page.getByRole('contentinfo')
  await foot.getByRole('button', { name: 'Browser compatibility' }).click()
  const about = page.getByRole('dialog', { name: 'Browser compatibility' })
  await expect(about.getByRole('listitem')).toHaveCount(7)
  await expect(about.getByText(': No')).toHaveCount(0)
  await checkAxe(page, 'about this browser')
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await checkAxe(page, 'the foot of a page')
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the page is not wider than the screen').toBe(
    320,
  )
})
