/** The browser of all tests: stories and components run in the same one. */
import { existsSync } from 'node:fs'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

/** What Playwright switches off by itself: Chromium heeds the last list alone, so ours has to name it again. */
export const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Pages of Chromium's own, for an address bar that nobody sees: every window loads both, in half a second. And the process
 * kept ready for the next page: where stories kill all that paint a page, Chromium waits forever for the one it had ready.
 */
const OFF = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

export const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    // Software WebGL on purpose: a developer's own GPU must not change what the tests see.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--no-first-run',
    // The page around the canvas is put together by the processors themselves, not by way of an imitated card.
    '--disable-gpu-compositing',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF].join(',')}`,
  ],
}
