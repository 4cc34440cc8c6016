/** Launch options of the browser that all tests use. */
import { existsSync } from 'node:fs'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

/**
 * The features that Playwright disables. Chromium uses only the last `--disable-features`, so the launch options repeat
 * them.
 */
export const DISABLED_BY_PLAYWRIGHT = [
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

/** The features that Playwright enables, repeated for the same reason. */
export const ENABLED_BY_PLAYWRIGHT = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies']

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
