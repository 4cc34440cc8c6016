/** Tests requirements of every page: a title, the focus, a layout for every screen, and working links. */

import { PNG } from 'pngjs'
import { GALLERY } from '../../client/engine/template/gallery.ts'
import { STORY } from '../../tests/helpers/quick.ts'
import { become, expect, test } from '../support/checkoutPage.ts'
import { holdBack } from '../support/holdResponses.ts'
import { differenceBox } from '../support/pixels.ts'
import { MOVING, sample, upload } from '../support/test.ts'

test.use(MOVING)

const PAGES: [path: string, title: RegExp][] = [
  ['/', /^Midground: /],
  ['/pricing', /^Pricing · Midground$/],
  ['/checkout?priceId=price_yearly', /^Checkout · Midground$/],
  ['/nothing-here', /^Page not found · Midground$/],
  ['/#reset-password=aaaaaaaaaaaaaaaaaaaaaaaa', /^Choose a new password · Midground$/],
  ['/#verify-email=aaaaaaaaaaaaaaaaaaaaaaaa', /^Confirm your email address · Midground$/],
]

/** Returns the relative luminance of a pixel (WCAG 2.2). */
function luminanceAt(rgba: Buffer, at: number): number {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const code = (rgba[at + channel] ?? 0) / 255
    return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const SCREENS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [844, 390],
] as const

test("every page fits every screen size and doesn't log a browser error", async ({ page, server }) => {
  await become(page, server, 'free without credits')
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  for (const [path, title] of PAGES) {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(excess, `${path} on ${width} × ${height}`).toBeLessThanOrEqual(0)
    }
  }
  expect(complaints).toEqual([])
})

test('on a phone in landscape, the upload and sign-up buttons are visible without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Upload a photo' })).toBeInViewport({ ratio: 1 })
  await upload(page, sample('astronaut.png'))
  await expect(page.getByRole('button', { name: 'Create account' })).toBeInViewport({ ratio: 1 })
})

test('titles are smaller on tablets and phones', async ({ page }) => {
  await page.goto('/pricing')
  for (const [width, size] of [
    [1440, '40px'],
    [820, '32.4px'],
    [390, '28px'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', size)
  }
})

test('navigation scrolls to the top of the new page and focuses its content', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main')).not.toBeFocused()
  await page.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveTitle('Pricing · Midground')
  await expect(page.getByRole('main')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'Midground' }).click()
  await expect(page).toHaveTitle(/^Midground: /)
  await expect(page.getByRole('main')).toBeFocused()
})

const LINKED = ['/', '/pricing', '/custom-editor', '#content', '/third-party-notices.txt']

const TEMPLATES = GALLERY.map(({ id }) => `/custom-editor?template=${id}`)

test('no page has a broken link', { tag: STORY }, async ({ page }) => {
  for (const path of ['/', '/pricing', '/nothing-here']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const links = await page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect([...LINKED, ...TEMPLATES], path).toContain(link)
  }
})

test('a visitor who opens the editor before the page knows the session is asked to sign in', async ({ page }) => {
  const answer = await holdBack(page, '**/api/auth/session')
  await page.goto('/')
  await page.getByRole('link', { name: 'Editor', exact: true }).first().click()
  answer()
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the demo on the home page moves the typed word behind the lighthouse and in front of the lighthouse', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const word = page.getByRole('textbox', { name: 'Your text' })
  await word.fill('north')
  await word.press('Home')
  await word.pressSequentially('so ') // typing doesn't move the caret to the end
  await expect(word).toHaveCSS('text-transform', 'uppercase')
  const hero = page.getByRole('region', { name: /Put text behind anything/ })
  await expect(hero.getByText('SO NORTH')).toHaveCSS('opacity', '1') // waits until the headline's font is loaded
  // Hides the bar with the switch, because the test compares only the image.
  const style = ':has(> [role=radiogroup]) { visibility: hidden }'
  const scene = async (placement: string) => {
    await page.getByRole('radio', { name: placement }).click()
    return PNG.sync.read(await hero.screenshot({ style, animations: 'disabled' }))
  }
  // repeated, because a busy browser may take the first screenshot before it has painted the whole image
  await expect(async () => {
    const behind = await scene('Behind')
    const changed = differenceBox(behind, await scene('In front'), 16)
    expect(changed?.left).toBeLessThan(behind.width / 2) // the lighthouse stands across the middle of the image
    expect(changed?.right).toBeGreaterThan(behind.width / 2)
    expect(differenceBox(behind, await scene('Behind'), 16)).toBeNull() // 'Behind' restores the scene
  }).toPass()
  await word.fill('mountaineering club')
  await expect(word).toHaveValue('mountaineering')
  await expect(page.getByText('Up to 14 letters')).toBeVisible()
})

test('the text on the home page has a contrast of 3:1 even without the photo', async ({ page }) => {
  await page.route('**/*.webp', (route) => route.abort())
  const hero = page.getByRole('region', { name: /Put text behind anything/ })
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const box = (await hero.boundingBox())!
    const words = (await hero.getByRole('heading').boundingBox())!
    const style =
      ':has(> [role=radiogroup]), a, p { visibility: hidden } * { color: transparent !important; text-shadow: none !important }'
    const { data, width: across } = PNG.sync.read(await hero.screenshot({ style, animations: 'disabled' }))
    const lightest = { word: 0, heading: 0 }
    for (let y = 40; y < box.height - 40; y++)
      for (let x = 40; x < box.width - 40; x++) {
        const at = (y * across + x) * 4
        const part = y >= words.y - box.y && y < words.y - box.y + words.height ? 'heading' : 'word'
        lightest[part] = Math.max(lightest[part], luminanceAt(data, at))
      }
    for (const [part, luminance] of Object.entries(lightest))
      expect(1.05 / (luminance + 0.05), `${part}, ${width} × ${height}`).toBeGreaterThan(3)
  }
})

test('a page whose script fails to load offers a reload', async ({ page }) => {
  await page.goto('/')
  await page.route('**/assets/Pricing-*.js', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/Pricing-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { name: 'Every feature in every plan' })).toBeVisible()
})

/** Removes a capability of the browser. Runs in the page. */
const REMOVALS: Record<string, () => void> = {
  'WebGL 2': () => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string) {
        return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind])
      },
    })
  },
  'WebAssembly SIMD': () => Object.assign(WebAssembly, { validate: () => false }),
}

for (const [name, remove] of Object.entries(REMOVALS))
  test(`without ${name}, the editor shows an error message`, async ({ page, server }) => {
    await page.addInitScript(remove)
    await become(page, server, 'pro')
    await page.goto('/custom-editor')
    await expect(page.getByRole('heading', { name: 'Your browser can’t run the editor' })).toBeVisible()
    await expect(page.getByText(name)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  })
