/** Launch options of the browser that all tests use. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext } from 'playwright'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

/** Playwright's source code. It contains the lists of features that Playwright enables and disables. */
const playwright = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')

/**
 * Returns a list of features from Playwright's source code. Chromium uses only the last `--disable-features`, so our
 * option must repeat Playwright's list. @throws if Playwright has no such list
 */
function playwrightFeatures(list: RegExp): string[] {
  const names = [...(list.exec(playwright)?.[1] ?? '').matchAll(/"(\w+)",?$/gm)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error(`Playwright has no list ${list}`)
  return names
}

const DISABLED_BY_PLAYWRIGHT = playwrightFeatures(/\bdisabledFeatures = \[(.*?)\]/s)
const ENABLED_BY_PLAYWRIGHT = playwrightFeatures(/\benabledFeatures = \(\) => \[(.*?)\]\.filter/s)

/**
 * Features to disable: internal pages of Chromium's address bar, which cost 500 ms per window, and the spare renderer
 * process, because Chromium waits forever if a test kills it.
 */
const ALSO_DISABLED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Runs the network service in the browser's process, which saves a process switch per response. */
const ALSO_ENABLED = ['NetworkServiceInProcess2']

export const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    // uses software WebGL, so that the developer's GPU doesn't affect the tests
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--no-first-run',
    // composites the page by the CPU, not by the software GPU
    '--disable-gpu-compositing',
    // switches off Maglev, V8's mid-tier compiler, which saves 7% of a test's processor time
    '--js-flags=--no-maglev',
    `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ALSO_DISABLED].join(',')}`,
    `--enable-features=${[...ENABLED_BY_PLAYWRIGHT, ...ALSO_ENABLED].join(',')}`,
  ],
}

/** Lets the workers of a context's pages see `cores` cores. The context must block service workers. */
export const pretendCores = (context: BrowserContext, cores: number): Promise<unknown> =>
  context.route(/worker.*\.js$/, async (route) => {
    const override = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${cores} });`
    const response = await route.fetch()
    await route.fulfill({ response, body: override + (await response.text()) })
  })
