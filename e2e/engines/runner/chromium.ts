/** Controls Chromium with Playwright. The other engines are compared with Chromium. */
import { chromium, type Page } from 'playwright'
import { launchOptions } from '../../../tests/helpers/testBrowser.ts'
import { type EnginePage, type InputSource, serialized } from './page.ts'

/** Starts Chromium with an empty page. */
export async function openChromium(): Promise<EnginePage> {
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const messages: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text())
  })
  return {
    async goto(url) {
      await page.goto(url)
    },
    async evaluate(run, ...given) {
      const answer = await page.evaluate(`(${serialized(run)})(${JSON.stringify(JSON.stringify(given))})`)
      return JSON.parse(String(answer))
    },
    async perform(sources) {
      for (const source of sources) for (const action of source.actions) await perform(page, source, action)
    },
    screenshot: () => page.screenshot(),
    messages: () => messages,
    close: () => browser.close(),
  }
}

/** Names of keys that WebDriver sends as private code points: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = { '\uE007': 'Enter', '\uE009': 'Control', '\uE00C': 'Escape' }

async function perform(page: Page, { type }: InputSource, action: InputSource['actions'][number]): Promise<void> {
  const key = KEYS[String(action.value)] ?? String(action.value)
  if (type === 'pointer' && action.type === 'pointerMove') await page.mouse.move(Number(action.x), Number(action.y))
  else if (action.type === 'pointerDown') await page.mouse.down()
  else if (action.type === 'pointerUp') await page.mouse.up()
  else if (action.type === 'keyDown') await page.keyboard.down(key)
  else if (action.type === 'keyUp') await page.keyboard.up(key)
}
