/** The tests' own `test`: a server per worker and an account that may use the editor. */
import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { PNG } from 'pngjs'
import { sample } from './samples.ts'
import { type RunningServer, startServer } from './server.ts'
import { rememberSubjects, type SubjectMemory } from './subjectCache.ts'

export { expect } from '@playwright/test'
export { sample }

/** The password of every test account. */
export const PASSWORD = 'correct horse 42'
let accounts = 0

/** Returns an address that no account has. */
export const newEmail = () => `person${process.pid}-${++accounts}-${Date.now()}@example.org`

interface Options {
  /** Everybody here has been before, but for the tour's own story. */
  sawTour: boolean
  /** 'Loading...' has been seen for its two seconds before the editor's page begins, but where those are told of. */
  sawLoading: boolean
  /** What the network finds in a picture is found once, but for stories about the finding. */
  subjects: 'known' | 'found' | 'imagined'
}

const USUALLY: Options = { sawTour: true, sawLoading: true, subjects: 'known' }

interface Shared {
  /** Starts what a file's stories are told on. */
  host: { start(): Promise<RunningServer> }
  server: RunningServer
}

/** Playwright's `test` with a server per worker and an account that may use the editor. */
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
  subjects: [USUALLY.subjects, { option: true }],
  context: async ({ context, sawTour, sawLoading, subjects }, use) => {
    await introduce(context, { sawTour, sawLoading, subjects })
    await use(context)
  },
  page: async ({ page }, use, info) => {
    await use(page)
    await screenshotOfFailure(page, info)
  },
})

/** Playwright's own option takes a screenshot of every test, before it is known how the test ends. */
export async function screenshotOfFailure(page: Page, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return
  await page.screenshot({ path: info.outputPath('end.png') }).catch(() => {}) // the page may be gone
}

/** Has the pages of a context, which have not gone anywhere yet, begin like those of other stories. Returns what may change later. */
export async function introduce(context: BrowserContext, options: Partial<Options> = {}): Promise<SubjectMemory> {
  const { sawTour, sawLoading, subjects } = { ...USUALLY, ...options }
  const memory = { imagines: subjects === 'imagined' }
  if (subjects !== 'found') await rememberSubjects(context, memory)
  if (sawLoading) await context.addInitScript(paintedLongAgo)
  if (sawTour)
    await context.addInitScript(() => {
      if (origin !== 'null') localStorage.setItem('midground-tour', 'seen') // an empty page and the HEIC sandbox have none
    })
  return memory
}

/** Runs in the page: its first picture was painted longer ago than the guard waits. */
function paintedLongAgo() {
  const { getEntriesByName } = performance
  performance.getEntriesByName = (name, type) =>
    name === 'first-contentful-paint'
      ? [{ startTime: -10_000 } as PerformanceEntry]
      : getEntriesByName.call(performance, name, type)
}

/** For `test.use`: what moves, moves; the other stories are told to somebody who wants no motion. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** For `test.use` where separation itself is told of: the network looks at every photo. */
export const SEPARATING = { subjects: 'found' } as const

/** For `test.use` where pictures have a subject and nobody asks which: no network looks at what no other story shows. */
export const IMAGINING = { subjects: 'imagined' } as const

/** Signs up in the page's own browser context, whose page need not have gone anywhere yet. */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.post('/api/auth/signup', {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { email, password: PASSWORD },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return email
}

const emptyEditors = new WeakSet<Page>()

/** Of a page that tests share: each of them finds an empty editor on it. */
export const standsOnEmptyEditor = (page: Page) => void emptyEditors.add(page)

/** A signed-in person on the editor page. */
export async function openEditor(page: Page, search = ''): Promise<void> {
  if (emptyEditors.has(page) && search === '') return
  if (!emptyEditors.has(page)) await signUp(page)
  await page.goto(`/custom-editor${search}`)
  await inEditor(page)
  await page.waitForFunction(() => window.midground) // what tests ask comes after the editor
}

/** Expects the editor with an empty canvas. */
export const inEditor = (page: Page) => expect(page.getByRole('button', { name: 'Select an image' })).toBeVisible()

/** Chooses a photo in the editor's file input. */
export async function upload(page: Page, files: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type=file][accept*=heic]').first().setInputFiles(files)
}

/** Uploads and waits for the separation. */
export async function uploadAndSeparate(page: Page, files: Parameters<typeof upload>[1]): Promise<void> {
  await upload(page, files)
  await separated(page)
}

/** The photo's subject is found. */
export const separated = (page: Page) =>
  expect.poll(() => page.evaluate(() => window.midground?.document().separation ?? null)).not.toBeNull()

/** A signed-in person's photo with its subject found: where most stories begin. */
export async function openSeparated(page: Page, file = 'astronaut.png'): Promise<void> {
  await openEditor(page)
  await uploadAndSeparate(page, sample(file))
}

/** Presses Download and decodes what arrives: straight RGBA. */
export async function download(page: Page): Promise<{ name: string; bytes: Buffer; png: PNG }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const bytes = readFileSync(await file.path())
  return { name: file.suggestedFilename(), bytes, png: PNG.sync.read(bytes) }
}

/** The tools as the rail has them: their ids and names, in its order. */
export const toolTabs = (page: Page): Promise<{ id: string; label: string }[]> =>
  page
    .locator('[data-tab]')
    .evaluateAll((tabs) =>
      tabs.map((tab) => ({ id: tab.getAttribute('data-tab') ?? '', label: tab.textContent?.trim() ?? '' })),
    )
