/** Tests that the floating "Upgrade to Pro" button doesn't cover text or controls, at any size and in any language. */
import type { Page } from '@playwright/test'
import { become, expect, inEditor, test } from '../support/checkoutPage.ts'
import { follow } from '../support/languages.ts'
import type { RunningServer } from '../support/server.ts'

const LANGUAGES = ['en', 'ja', 'de', 'ar'] as const

/** Returns the text and controls that the floating button covers. */
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

type Sizes = readonly (readonly [width: number, height: number])[]

/** Checks the shown page in each language at each size. `settle` runs after each size change. */
async function checkSizes(page: Page, sizes: Sizes, settle: () => Promise<void> = async () => {}) {
  for (const language of LANGUAGES) {
    await follow(page, language)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await settle()
      await expect.poll(() => coveredBy(page), `${page.url()}, ${language}, ${width} × ${height}`).toEqual([])
    }
  }
}

async function checkPages(page: Page, server: RunningServer, sizes: Sizes) {
  await become(page, server, 'trial')
  await page.goto('/custom-editor')
  await inEditor(page)
  await checkSizes(page, sizes)
  const { width } = (await page.locator('aside:has(> button > svg.lucide-sparkles)').boundingBox())!
  expect(width, 'takes only the end of the rail').toBeLessThanOrEqual(52)
  await page.goto('/')
  await expect(page.locator('#plans')).toBeVisible() // the last section is loaded after the first paint
  await checkSizes(page, sizes, async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const { width, height } = page.viewportSize()!
    const strip = await page.locator('aside').boundingBox()
    expect(strip && [strip.x, strip.width, strip.y + strip.height]).toEqual([0, width, height])
  })
}

// 640 × 400 px is a window of 1280 × 800 px at a browser zoom of 200%
const DESKTOPS: Sizes = [
  [1440, 900],
  [1024, 500],
  [768, 700],
  [640, 400],
]
const TABLETS: Sizes = [
  [820, 1180],
  [768, 1024],
  [960, 1000],
  [1180, 820],
  [390, 844],
]

test('the upgrade button does not cover any text or control on a desktop screen', ({ page, server }) =>
  checkPages(page, server, DESKTOPS))

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('the upgrade button does not cover any text or control on a tablet', ({ page, server }) =>
    checkPages(page, server, TABLETS))
})
