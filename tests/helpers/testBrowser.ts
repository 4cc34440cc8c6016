/** Launch options of the browser that all tests use. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

/** Playwright's source, which contains the features that it disables and enables. */
const playwright = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')

/**
 * Returns a list of features in Playwright's source. Chromium uses only the last `--disable-features`, so the launch
 * options repeat Playwright's. @throws if Playwright has no such list
 */
function playwrightFeatures(list: RegExp): string[] {
  const names = [...(list.exec(playwright)?.[1] ?? '').matchAll(/"(\w+)",?$/gm)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error(`Playwright has no list ${list}`)
  return names
}

const DISABLED_BY_PLAYWRIGHT = playwrightFeatures(/\bdisabledFeatures = \[(.*?)\]/s)
const ENABLED_BY_PLAYWRIGHT = playwrightFeatures(/\benabledFeatures = \(\) => \[(.*?)\]\.filter/s)

/**
 * Chromium's internal pages for the address bar, which cost 500 ms per window. Also the spare renderer process:
 * Chromium waits forever for a spare process that a test has killed.
 */
const ALSO_DISABLED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Runs the network service in the browser's process, which saves every response a process switch. */
const ALSO_ENABLED = ['NetworkServiceInProcess2']

export const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    // Software WebGL, so that the developer's GPU doesn't affect the tests.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--no-first-run',
    // The CPU composites the page directly instead of through the software GPU.
    '--disable-gpu-compositing',
    // V8's middle compiler costs a short-lived page more than it saves: 7 % of a test's processor time.
    '--js-flags=--no-maglev',
    `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ALSO_DISABLED].join(',')}`,
    `--enable-features=${[...ENABLED_BY_PLAYWRIGHT, ...ALSO_ENABLED].join(',')}`,
  ],
}
