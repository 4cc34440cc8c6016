/**
 * `npm run shots -- designs`: each built-in template on the sample photos, one sheet per template in shots/.
 * `--photos=FOLDER` uses the photos of a folder instead; `--thumbnails` also writes the gallery's thumbnails.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { GALLERY } from '../../client/editor/templates/gallery.ts'
import { sample, signUp, upload } from '../../e2e/support/test.ts'

/** Sample photos for the templates. The thumbnails show the first. */
const SAMPLES = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'] as const

const THUMBNAILS = join(import.meta.dirname, '../../client/editor/templates/thumbnails')

/** Sides in px: of an image on a sheet, and the longer one of a thumbnail. */
const SIDE = 420
const THUMBNAIL = 320

/** Options of `npm run shots -- designs`. */
export interface DesignSheets {
  origin: string
  /** Where the sheets are written. */
  folder: string
  /** A folder of photos; null = the samples. */
  photos: string | null
  /** Parts of ids; empty = all designs. */
  only: readonly string[]
  writesThumbnails: boolean
}

/** Writes one sheet per design. */
export async function writeDesignSheets(
  browser: Browser,
  { origin, folder, photos, only, writesThumbnails }: DesignSheets,
) {
  mkdirSync(folder, { recursive: true })
  const files = photos
    ? readdirSync(photos)
        .sort()
        .map((name) => join(photos, name))
    : SAMPLES.map((name) => sample(name))
  const designs = GALLERY.filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)))
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 1000 } })
  await context.addInitScript(() => localStorage.setItem('midground-tour', 'seen'))
  const page = await context.newPage()
  page.setDefaultTimeout(120_000) // software WebGL on a busy machine
  await signUp(page)
  for (const file of files) {
    await openPhoto(page, file)
    for (const { id, name } of designs) {
      await showDesign(page, name)
      writeFileSync(join(folder, `${id}-${basename(file)}.png`), await painted(page, SIDE, 'image/png'))
      if (writesThumbnails && basename(file) === SAMPLES[0])
        writeFileSync(join(THUMBNAILS, `${id}.webp`), await painted(page, THUMBNAIL, 'image/webp'))
    }
    console.log(`· designs on ${basename(file)}`)
  }
  for (const { id } of designs) await writeSheet(page, folder, id, files)
  await context.close()
}

async function openPhoto(page: Page, file: string) {
  await page.goto('/custom-editor')
  await page.getByRole('button', { name: 'Select an image' }).waitFor()
  await upload(page, { name: basename(file), mimeType: 'image/jpeg', buffer: readFileSync(file) })
  await page.waitForFunction(() => Boolean(window.midground?.document().separation))
  await page.getByText('All set!').waitFor({ state: 'hidden' })
  await page.locator('[role=application]').focus()
  await page.keyboard.press('y')
}

/** Applies a template from the gallery and waits for its layers. */
async function showDesign(page: Page, name: string) {
  const ids = () => page.evaluate(() => window.midground?.document().order.join() ?? '')
  const before = await ids()
  await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click()
  await page.waitForFunction((old) => window.midground?.document().order.join() !== old, before)
}

/** Returns the preview without its watermark as an image file, its longer side `side` px. */
async function painted(page: Page, side: number, type: 'image/png' | 'image/webp'): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ side, type }) => {
      const hooks = window.midground
      if (!hooks) throw new Error('the build has no test hooks')
      const { width, height, pixels } = await hooks.renderPreview({ watermark: false })
      const whole = new OffscreenCanvas(width, height)
      whole.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
      const scale = Math.min(1, side / Math.max(width, height))
      const small = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
      const context = small.getContext('2d')
      if (context) context.imageSmoothingQuality = 'high'
      context?.drawImage(whole, 0, 0, small.width, small.height)
      const blob = await small.convertToBlob({ type, quality: 0.82 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    { side, type },
  )
  return Buffer.from(base64, 'base64')
}

async function writeSheet(page: Page, folder: string, id: string, files: readonly string[]) {
  const images = files.map((file) => `<img src="${id}-${encodeURIComponent(basename(file))}.png" alt="">`)
  const path = join(folder, `designs-${id}.html`)
  writeFileSync(path, `<!doctype html><title>${id}</title><style>${STYLE}</style>${images.join('')}`)
  const sheet = await page.context().newPage()
  await sheet.setViewportSize({ width: 1330, height: 900 })
  await sheet.goto(pathToFileURL(path).href)
  await sheet.screenshot({ path: join(folder, `designs-${id}.png`), fullPage: true })
  await sheet.close()
}

const STYLE = 'body { margin: 8px; background: #777; display: flex; flex-wrap: wrap; gap: 8px; align-items: start }'
