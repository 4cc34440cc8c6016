/**
 * The `test` function of the end-to-end tests. Each worker has its own server, and an account that may use the editor.
 */
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { PNG } from 'pngjs'
import { NETWORKS_TIMEOUT_MS, TEST_TIMEOUT_MS } from '../../tests/helpers/longRun.ts'
import { downloadBy } from './gestures.ts'
import { sample } from './samples.ts'
import { type RunningServer, startServer } from './server.ts'
import { rememberSubjects } from './subjectCache.ts'

export { expect } from '@playwright/test'
export { sample }

/** The password of every test account. */
export const PASSWORD = 'correct horse 42'
let accounts = 0

/** Returns an address that no account has. */
export const newEmail = () => `person${process.pid}-${++accounts}-${Date.now()}@example.org`

interface Options {
  /** true (default): the tour doesn't start; only tests of the tour set false */
  sawTour: boolean
  /** true (default): the editor opens without 'Loading...' for two seconds; only tests of this wait set false */
  sawLoading: boolean
  /** true: the network segments every photo; false (default): subjects come from `subjectCache.ts` */
  findsSubjects: boolean
}

const USUALLY: Options = { sawTour: true, sawLoading: true, findsSubjects: false }

interface Shared {
  /** Starts the worker's server. */
  host: { start(): Promise<RunningServer> }
  server: RunningServer
}

export const test = base.extend<Options, Shared>({
  host: [{ start: () => startServer({ BILLING: 'off' }) }, { option: true, scope: 'worker' }],
  server: [
    async ({ host }, use) => {
      const server = await host.start()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  sawTour: [USUALLY.sawTour, { option: true }],
  sawLoading: [USUALLY.sawLoading, { option: true }],
  findsSubjects: [USUALLY.findsSubjects, { option: true }],
  context: async ({ context, sawTour, sawLoading, findsSubjects }, use) => {
    await introduce(context, { sawTour, sawLoading, findsSubjects })
    await use(context)
  },
  page: async ({ page }, use, info) => {
    await use(page)
    await screenshotOfFailure(page, info)
  },
})

/** Takes a screenshot if the test has failed. Playwright's own option takes a screenshot of every test. */
export async function screenshotOfFailure(page: Page, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return
  await page.screenshot({ path: info.outputPath('end.png') }).catch(() => {}) // the page may be closed
}

/** Applies the usual test options to the pages of a new context. */
export async function introduce(context: BrowserContext, options: Partial<Options> = {}): Promise<void> {
  const { sawTour, sawLoading, findsSubjects } = { ...USUALLY, ...options }
  if (findsSubjects) base.setTimeout(NETWORKS_TIMEOUT_MS)
  else await rememberSubjects(context)
  if (sawLoading) await context.addInitScript(paintedLongAgo)
  if (sawTour)
    await context.addInitScript(() => {
      // an empty page and the HEIC sandbox have no localStorage
      if (origin === 'null') return
      localStorage.setItem('midground-tour', 'seen')
      // most tests use settings that a new visitor finds in closed sections
      localStorage.setItem('midground-open-sections', '["text-styles","text-more","text-swatches"]')
    })
}

/** Pretends that the first paint was 10 s ago, so that the access guard doesn't wait. Runs in the page. */
function paintedLongAgo() {
  const { getEntriesByName } = performance
  performance.getEntriesByName = (name, type) =>
    name === 'first-contentful-paint'
      ? [{ startTime: -10_000 } as PerformanceEntry]
      : getEntriesByName.call(performance, name, type)
}

/** For `test.use`: enables animations. Other tests run with reduced motion. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** For `test.use` in tests of the segmentation: the network segments every photo. */
export const SEPARATING = { findsSubjects: true } as const

/** Signs up in the page's browser context. The page may be blank. Returns the email address. */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.post('/api/auth/signup', {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { email, password: PASSWORD },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return email
}

/** Signs in through the open dialog. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in to an account in a new browser context, as on another device. */
export async function signInElsewhere(browser: Browser, origin: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin })
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const answer = await context.request.post('/api/auth/login', { headers, data: { email, password: PASSWORD } })
  expect(answer.status(), await answer.text()).toBe(200)
  return context
}

/** Returns true if the context has a valid session. */
export const isSignedIn = async ({ request }: BrowserContext): Promise<boolean> =>
  (await request.get('/api/profile')).status() === 200

const emptyEditors = new WeakSet<Page>()

/** Marks a shared page, where each test starts with an empty editor. */
export const standsOnEmptyEditor = (page: Page) => void emptyEditors.add(page)

/** Signs up and opens the editor. A shared page is already signed in. */
export async function openEditor(page: Page, search = ''): Promise<void> {
  if (emptyEditors.has(page) && search === '') return
  if (!emptyEditors.has(page)) await signUp(page)
  await page.goto(`/custom-editor${search}`)
  await inEditor(page)
  await page.waitForFunction(() => window.midground) // waits for the test hooks, which load after the editor
}

/** Expects the editor with an empty canvas. */
export const inEditor = (page: Page) => expect(page.getByRole('button', { name: 'Select an image' })).toBeVisible()

/** Selects a photo in the page's file input, after the app has replaced the prerendered input. */
export async function upload(page: Page, files: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type=file][accept*=heic]:not(.prerendered *)').first().setInputFiles(files)
}

/** Uploads a photo and waits for its segmentation. */
export async function uploadAndSeparate(page: Page, files: Parameters<typeof upload>[1]): Promise<void> {
  await upload(page, files)
  await separated(page)
}

/**
 * Waits until the photo's subject is found. With cached subjects, also waits for the better matte, so that later steps
 * of the test see one document.
 */
export const separated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const separation = window.midground?.document().separation
        return separation && (separation.model !== 'u2netp' || !('recallSubject' in window))
      }),
    )
    .toBe(true)

/** Waits for the better matte of the real networks, which need seconds of two processor cores. */
export const refined = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => window.midground?.document().separation?.model), { timeout: TEST_TIMEOUT_MS })
    .toContain('mobilesam')

/** Opens the editor and a sample photo, and waits for its subject. Most tests start like this. */
export async function openSeparated(page: Page, file = 'astronaut.png'): Promise<void> {
  await openEditor(page)
  await uploadAndSeparate(page, sample(file))
}

/** Clicks Download and decodes the file as unpremultiplied RGBA. */
export async function download(page: Page): Promise<{ name: string; bytes: Buffer; png: PNG }> {
  const file = await downloadBy(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  const bytes = readFileSync(await file.path())
  return { name: file.suggestedFilename(), bytes, png: PNG.sync.read(bytes) }
}

/** Returns the id and the name of each tool, in the order of the tool rail. */
export const toolTabs = (page: Page): Promise<{ id: string; label: string }[]> =>
  page
    .locator('[data-tab]')
    .evaluateAll((tabs) =>
      tabs.map((tab) => ({ id: tab.getAttribute('data-tab') ?? '', label: tab.textContent?.trim() ?? '' })),
    )
