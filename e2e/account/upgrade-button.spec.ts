/** The floating "Upgrade to Pro" button covers no text and no control, at any size and in any language. */
import type { Page } from '@playwright/test'
import { become, expect, inEditor, test } from '../support/checkoutPage.ts'

const LANGUAGES = ['en', 'ja', 'de', 'ar'] as const

/** Returns the elements with text or a function that lie under the strip of the button. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const strip = document.querySelector('aside:has(> button > svg.lucide-sparkles)')
    if (!strip) return ['the button is missing']
    const { left, top, width, height } = strip.getBoundingClientRect()
    const covered = new Set<string>()
    for (let x = left + 4; x < left + width; x += 8)
      for (let y = top + 4; y < top + height; y += 8)
        for (const element of document.elementsFromPoint(x, y))
          if (!strip.contains(element) && element.matches('button, a, input, label, p, span, h1, h2, h3, canvas, li'))
            covered.add(element.outerHTML.slice(0, 80))
    const { scrollWidth, clientWidth } = strip
    return scrollWidth > clientWidth ? [...covered, 'the button is wider than its strip'] : [...covered]
  })

async function checkSizes(page: Page, sizes: readonly (readonly [width: number, height: number])[]) {
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem('midground.language', chosen), language)
    await page.goto('/custom-editor')
    await expect(page.locator('[role=application]')).toBeVisible()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => coveredBy(page), `editor, ${language}, ${width} × ${height}`).toEqual([])
    }
    await page.goto('/')
    await expect(page.locator('#plans')).toBeVisible() // the last section is loaded after the first paint
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => coveredBy(page), `home page, ${language}, ${width} × ${height}`).toEqual([])
      const strip = await page.locator('aside').boundingBox()
      expect(strip && [strip.x, strip.width, strip.y + strip.height]).toEqual([0, width, height])
    }
  }
}

test('the upgrade button covers nothing with a mouse', async ({ page, server }) => {
  await become(page, server, 'trial')
  await page.goto('/custom-editor')
  await inEditor(page)
  // 640 × 400 is a screen of 1280 × 800 at a zoom of 200 %
  await checkSizes(page, [
    [1440, 900],
    [1024, 500],
    [768, 700],
    [640, 400],
  ])
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('the upgrade button covers nothing by touch', async ({ page, server }) => {
    await become(page, server, 'trial')
    await page.goto('/custom-editor')
    await inEditor(page)
    await checkSizes(page, [
      [820, 1180],
      [768, 1024],
      [960, 1000],
      [1180, 820],
      [390, 844],
    ])
  })
})
