/** Takes every screenshot at every size on the real server, and lays the screenshots out on contact sheets. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type {} from '../../client/editor/workspace/testHooks.ts' // declares window.midground
import { type RunningServer, startServer } from '../../e2e/support/server.ts'
import { launchOptions } from '../../tests/helpers/testBrowser.ts'
import { writeDesignSheets } from './designSheets.ts'
import { editorStories } from './editorStories.ts'
import { languageStories } from './languageStories.ts'
import { pageStories } from './pageStories.ts'
import { type Picture, runStories, SIZES, type Size, type Story, writeSheets } from './stories.ts'
import { subjectStories } from './subjectStories.ts'
import { textStories } from './textStories.ts'
import { toolStories } from './toolStories.ts'
import { workStories } from './workStories.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'shots')
const THEMES = ['light', 'dark'] as const
/** Software WebGL leaves room for two pages at a time on a small machine. */
const CONCURRENCY = 2

const args = process.argv.slice(2)
const filters = args.filter((arg) => !arg.startsWith('--'))
const photos = args.find((arg) => arg.startsWith('--photos='))?.slice('--photos='.length) ?? null
const all = [
  ...[...editorStories, ...toolStories, ...textStories, ...subjectStories, ...workStories],
  ...[...pageStories, ...languageStories],
]
const stories = all.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
const start = performance.now()
const pictures: Picture[] = []
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })

const [free, selling] = await Promise.all([startServer({ BILLING: 'off' }), startServer()])
let browser = await chromium.launch(launchOptions)
const jobs = stories.flatMap((story) =>
  SIZES.filter(({ name }) => story.sizes?.includes(name) ?? true).map((size) => ({ story, size })),
)
const nameOf = ({ story, size }: (typeof jobs)[number]) => `${story.name} (${size.name})`
const { failures } = await runStories(jobs, { concurrency: CONCURRENCY, nameOf }, async ({ story, size }) => {
  if (!browser.isConnected()) browser = await chromium.launch(launchOptions) // an earlier story may have crashed it
  await runStory(browser, story.needsBilling ? selling : free, story, size)
})
if (!browser.isConnected()) browser = await chromium.launch(launchOptions)
if (filters.length === 0 || filters.includes('designs'))
  await writeDesignSheets(browser, {
    origin: free.origin,
    folder: FOLDER,
    photos,
    only: filters.filter((filter) => filter !== 'designs'),
    writesThumbnails: args.includes('--thumbnails'),
  })
await writeSheets(browser, FOLDER, pictures)
await browser.close()
await Promise.all([free.stop(), selling.stop()])

const seconds = ((performance.now() - start) / 1000).toFixed(0)
console.log(`\n${pictures.length} pictures in ${seconds} s: shots/index.html`)
if (failures.length > 0) console.error(`${failures.length} of ${jobs.length} stories failed:\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Waits until the preview is painted and every visible image is decoded; `whole`: every image of the page. */
async function waitUntilPainted(page: Page, extent?: 'whole') {
  await page.evaluate(async (isWhole) => {
    // Without a photo nothing is painted and the graphics may never load. A preview that fails is captured as it is.
    if (window.midground?.document().photo) await window.midground.renderPreview({ watermark: false }).catch(() => null)
    const isSeen = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    await Promise.all(
      // the emoji list has thousands of images out of sight
      [...document.images]
        .filter((image) => isWhole || isSeen(image))
        .map((image) => {
          image.loading = 'eager'
          return image.decode().catch(() => null) // a broken image is visible on the sheet
        }),
    )
    await document.fonts.ready
  }, extent === 'whole')
}

/** Scrolls to every canvas: some are drawn only when they are visible. */
async function drawAllCanvases(page: Page) {
  await page.evaluate(async () => {
    for (const canvas of document.querySelectorAll('canvas')) {
      canvas.scrollIntoView()
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
    scrollTo(0, 0)
  })
}

/** The same pixels in fewer bytes: the browser compresses for speed. */
function recompressed(shot: Buffer): Buffer {
  return PNG.sync.write(PNG.sync.read(shot), { colorType: 2, deflateLevel: 9, filterType: -1 })
}

async function runStory(on: Browser, server: RunningServer, story: Story, size: Size) {
  const isPhone = size.name === 'phone'
  const context = await on.newContext({
    baseURL: server.origin,
    viewport: { width: size.width, height: size.height },
    hasTouch: isPhone,
    isMobile: isPhone,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // only the tour's own screenshots show it
  await context.addInitScript(() => localStorage.setItem('midground-tour', 'seen'))
  const page = await context.newPage()
  page.setDefaultTimeout(120_000) // software WebGL on a busy machine
  const order = stories.indexOf(story)
  try {
    await story.run({
      page,
      size,
      async capture(state, extent) {
        await waitUntilPainted(page, extent)
        if (extent === 'whole') await drawAllCanvases(page)
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme })
          const file = `${story.name}-${state}-${size.name}-${theme}.png`
          const shot = await page.screenshot({
            path: join(FOLDER, file),
            animations: 'disabled',
            fullPage: extent === 'whole',
          })
          if (story.savedAt && theme === 'dark') writeFileSync(join(ROOT, story.savedAt), recompressed(shot))
          pictures.push({ file, title: `${story.name}: ${state}`, order, size: size.name, theme })
        }
      },
    })
  } catch (error) {
    // a crashed page cannot be captured; the error is reported either way
    await page.screenshot({ path: join(FOLDER, `failed-${story.name}-${size.name}.png`) }).catch(() => null)
    throw error
  } finally {
    await context.close().catch(() => null) // already closed with its browser
  }
}
