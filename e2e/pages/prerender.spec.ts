/** Tests that a page is visible before any script loads, and that the app replaces it without a visible change. */
import type { Page } from '@playwright/test'
import type { Language } from '#client/kit/i18n/languages.ts'
import { complaintsOf } from '../support/complaints.ts'
import { holdBack } from '../support/holdResponses.ts'
import { DEMANDING, follow, reader } from '../support/languages.ts'
import { expect, inEditor, signUp, test } from '../support/test.ts'

test.use({ sawLoading: false })

const HOME = 'Put text behind anything in your photo. Upload a photo and start designing.'

/** Selectors of each page's elements that are visible at first. */
const PARTS: Readonly<Record<string, string>> = {
  '/': 'header *, [aria-labelledby=promise] :is(h1, p, a, input, button, span)',
  '/pricing': 'header *, main :is(h1, h2, p, li, button):not(details *)', // collapsed elements have no position
}

/** Blocks the app's script. Call the returned function to load the script. */
const holdApp = (page: Page) => holdBack(page, '**/assets/start-*.js')

/** Returns the text and the position (CSS px) of every selected element. */
const seen = (page: Page, parts: string) =>
  page.locator(parts).evaluateAll((all) =>
    all.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return `${part.tagName} ${part.textContent} ${[x, y, width, height].map((px) => Math.round(px))}`
    }),
  )

/** Waits until the page is painted with its fonts. */
async function painted(page: Page): Promise<void> {
  await expect
    // browsers paint contents only after they have loaded the stylesheets
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** Records all layout shifts of the page from now on. */
const shiftsOf = (page: Page) =>
  page.evaluateHandle(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
    return shifts
  })

/** From now on, records the page's text whenever the page has no heading, even for a moment. */
const gapsOf = (page: Page) =>
  page.evaluateHandle(() => {
    const gaps: string[] = []
    new MutationObserver(() => {
      if (!document.querySelector('h1')) gaps.push(document.body.innerText)
    }).observe(document.body, { childList: true, subtree: true })
    return gaps
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('each prerendered page is visible without scripts', async ({ page }) => {
    for (const [path, text] of [
      ['/', HOME],
      ['/pricing', 'Every feature in every plan'],
      ['/custom-editor', 'Loading...'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('.prerendered').getByText(text), path).toBeVisible()
    }
    await page.goto('/nothing-here') // this address has no prerendered page
    await expect(page.locator('#root')).toBeAttached()
    await expect(page.locator('.prerendered')).toHaveCount(0)
  })
})

test('no page shifts its layout when the app starts', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await page.route('**/api/auth/session', () => {}) // a signed-in user would change the header
  for (const [path, parts] of Object.entries(PARTS)) {
    const release = await holdApp(page)
    await page.goto(path, { waitUntil: 'commit' })
    await painted(page)
    const before = await seen(page, parts)
    expect(before.length, path).toBeGreaterThan(10)
    const shifts = await shiftsOf(page)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.prerendered')).toHaveCount(0)
    await painted(page)
    expect(await seen(page, parts), path).toEqual(before)
    expect(await shifts.jsonValue(), path).toEqual([])
  }
  expect(complaints).toEqual([])
})

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

/** Opens a page whose session request stays pending. Call the returned function to let the server respond. */
async function unknown(page: Page, path: string) {
  const release = await holdBack(page, '**/api/auth/session')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.prerendered')).toHaveCount(0)
  await painted(page)
  return release
}

for (const path of Object.keys(PARTS))
  test.describe(`${path} on a phone and a desktop when the page receives the session`, () => {
    /** Returns the text and position of the selected elements on each device. */
    const onEach = async (page: Page, parts: string) => {
      const found: Record<string, string[]> = {}
      for (const [device, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport)
        await painted(page)
        found[device] = await seen(page, parts)
        expect(found[device].length, device).toBeGreaterThan(0)
      }
      return found
    }

    test('the header does not move in languages with long words', async ({ page }) => {
      const languages: readonly Language[] = ['en', ...DEMANDING]
      const release = await unknown(page, path)
      const header = async (language: Language) => {
        await follow(page, language)
        return onEach(page, 'header:has(nav) *')
      }
      const rooms = new Map<Language, Awaited<ReturnType<typeof header>>>()
      for (const language of languages.toReversed()) rooms.set(language, await header(language))
      release()
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      for (const language of languages) expect(await header(language), language).toEqual(rooms.get(language))
    })
  })

for (const [device, viewport] of Object.entries(SIZES))
  test.describe(`on a ${device} while the access check is pending`, () => {
    test.use({ viewport })

    test("the loading skeleton's bars and canvas are at the positions of the editor's bars and canvas", async ({
      page,
    }) => {
      const places = async (parts: string) => (await seen(page, parts)).map((part) => part.split(' ').at(-1))
      const zone = ':is(h1, h1 + p, ul img, p:has(+ ul)):not(section *)'
      await signUp(page)
      const release = await holdBack(page, '**/api/auth/session')
      await page.goto('/custom-editor')
      await expect(page.locator('.prerendered')).toHaveCount(0)
      await expect(page.getByText('Loading...')).toBeVisible()
      const bars = await places('#root > div > div:not(:has([role=status]))')
      const icons = '#root [class*=rail] svg'
      const rail = await places(icons)
      expect(rail).toHaveLength(12) // ten tabs and two other tools
      const canvas = await places(`#root ${zone}`)
      expect(canvas).toHaveLength(7) // the text and sample photos of the empty canvas are visible
      const gaps = await gapsOf(page)
      release()
      await inEditor(page)
      expect(bars).toEqual(await places('#root header, #root aside > :first-child'))
      expect(rail).toEqual(await places(icons))
      expect(canvas).toEqual(await places(`main ${zone}`))
      expect(await gaps.jsonValue()).toEqual([])
    })
  })

test.describe('a German-speaking visitor', () => {
  test.use({ locale: 'de-AT' })

  test("a German-speaking visitor doesn't see an English heading before the German page", async ({ page }) => {
    const release = await holdApp(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('.prerendered')).toBeAttached()
    await expect(page.locator('.prerendered h1')).toBeHidden()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(reader('de')(HOME))
  })
})

test('a password reset link does not show the prerendered home page', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('midground.theme', 'dark'))
  const release = await holdApp(page)
  await page.goto('about:blank')
  await page.goto('/#reset-password=aaaaaaaaaaaaaaaaaaaaaaaa', { waitUntil: 'commit' })
  await expect(page.locator('.prerendered')).toBeAttached()
  await expect(page.locator('.prerendered h1')).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
})
