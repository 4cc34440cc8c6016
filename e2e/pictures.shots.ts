/**
 * Makes images for the repository: the README's screenshot, and the images of the templates and the gallery in each
 * language. Also shows each template on sample photos and the motions on contact sheets. `npm run shots` runs this
 * file. `PHOTOS=FOLDER` uses the photos of a folder; `TEMPLATE=ID` and `LANGUAGE_TAG=TAG` paint one template and one
 * language; `SAVES=1` replaces the files in the repository.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { isLanguage, LANGUAGES } from '#client/kit/i18n/languages.ts'
import { SHOTS } from './support/axe.ts'
import { canvas, downloadBy, setField, writeText } from './support/gestures.ts'
import { follow, reader } from './support/languages.ts'
import { openEditor, openSeparated, SEPARATING, sample, test, uploadAndSeparate } from './support/test.ts'

const { PHOTOS: folder, SAVES: saves, TEMPLATE: only, LANGUAGE_TAG: tag } = process.env
const SAMPLES = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg']
const photos = folder ? readdirSync(folder).map((name) => join(folder, name)) : SAMPLES.map(sample)
const ROOT = join(import.meta.dirname, '..')

mkdirSync(SHOTS, { recursive: true })
test.use(SEPARATING)

/** Longer side of the images that the test report shows, px. */
const SIDE = 420
/** Longer side (px) and WebP quality (0 to 100) of the images in the repository. */
const THUMBNAIL = { side: 320, quality: 74 }
const RESULT = { side: 640, quality: 80 }
/** The photos of the thumbnails; the other thumbnails show the first sample photo. */
const SHOWN: Readonly<Record<string, string>> = {
  story: 'chelsea.png',
  product: 'coffee.png',
  quote: 'coffee.png',
  sale: 'coffee.png',
  magazine: 'rocket.jpg',
  event: 'rocket.jpg',
  travel: 'rocket.jpg',
  shop: 'coffee.png',
}
/** The templates of the gallery on the home and pricing pages (client/site/gallery). */
const RESULTS = ['poster', 'event', 'story', 'product', 'magazine']
const languages = (saves && !tag ? Object.keys(LANGUAGES) : [tag ?? 'en']).filter(isLanguage)
/** Returns the templates to paint on a photo: with SAVES, only those that show the photo. */
const chosen = (photo: string) =>
  GALLERY.filter(({ id }) => (!only || id === only) && (!saves || (SHOWN[id] ?? SAMPLES[0]) === photo))

for (const file of photos)
  test(`the templates are captured on the photo ${basename(file)}`, async ({ page }, info) => {
    await openEditor(page)
    await uploadAndSeparate(page, file)
    const isBetter = () => window.midground?.document().separation?.model !== 'u2netp'
    await page.waitForFunction(isBetter, null, { timeout: 90_000 }).catch(() => {}) // the quick matte may be the best
    await canvas(page).focus()
    await page.keyboard.press('y') // opens the templates
    for (const { id, name } of chosen(basename(file)))
      for (const language of languages) {
        await follow(page, language)
        await page
          .getByRole('tabpanel')
          .getByRole('button', { name: reader(language)(name), exact: true })
          .click()
        await page.waitForFunction(() => (window.midground?.document().order.length ?? 0) > 2)
        const path = join(SHOTS, `${id}-${language}-${basename(file)}.png`)
        writeFileSync(path, await readPreview(page, SIDE))
        await info.attach(basename(path), { path })
        if (saves) await save(page, `client/engine/template/thumbnails/${language}`, id, THUMBNAIL)
        if (saves && RESULTS.includes(id)) await save(page, `client/site/gallery/${language}`, id, RESULT)
        await page.evaluate(() => window.midground?.undo())
      }
  })

/** Replaces an image in the repository. */
async function save(page: Page, folder: string, id: string, { side, quality }: typeof RESULT): Promise<void> {
  mkdirSync(join(ROOT, folder), { recursive: true })
  const image = sharp(await readPreview(page, side)).webp({ quality, effort: 6, smartSubsample: true })
  await image.toFile(join(ROOT, folder, `${id}.webp`))
}

/** Returns the preview without its watermark as a PNG file. Its longer side is at most `side` px. */
async function readPreview(page: Page, side: number): Promise<Buffer> {
  const bytes = await page.evaluate(async (side) => {
    const { width, height, pixels } = await window.midground!.renderPreview({ watermark: false })
    const whole = await createImageBitmap(new ImageData(new Uint8ClampedArray(pixels), width, height))
    const scale = Math.min(1, side / Math.max(width, height))
    const small = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
    const context = small.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.drawImage(whole, 0, 0, small.width, small.height)
    const blob = await small.convertToBlob()
    return [...new Uint8Array(await blob.arrayBuffer())]
  }, side)
  return Buffer.from(bytes)
}

/** Frames per motion in a contact sheet. */
const FRAMES = 8

for (const file of photos.slice(0, 8))
  test(`the motions of the photo ${basename(file)} are captured as a contact sheet`, async ({ page }, info) => {
    await openEditor(page)
    await uploadAndSeparate(page, file)
    await writeText(page)
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Motion' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Motion' })
    for (const [name, key] of [
      ['Strength', 'End'],
      ['Duration in seconds', 'Home'],
    ] as const) {
      await panel.getByRole('slider', { name }).focus()
      await page.keyboard.press(key)
    }
    await panel.getByRole('radio', { name: 'GIF', exact: true }).click()
    const rows: Buffer[] = []
    for (const path of ['Push in', 'Slide', 'Orbit', 'Float']) {
      await panel.getByRole('radio', { name: path, exact: true }).click()
      const clip = await downloadBy(page, () => panel.getByRole('button', { name: 'Save motion' }).click())
      const saved = await clip.path()
      const { pages = 1 } = await sharp(saved, { pages: -1 }).metadata()
      const frames = Array.from({ length: FRAMES }, (_, i) => Math.floor((i * pages) / FRAMES))
      rows.push(await joined(await Promise.all(frames.map((at) => thumbnailOf(saved, at))), FRAMES))
    }
    const sheet = join(SHOTS, `motion-${basename(file)}.png`)
    writeFileSync(sheet, await joined(rows, 1))
    await info.attach(basename(sheet), { path: sheet })
  })

const thumbnailOf = (file: string, page: number) =>
  sharp(file, { page }).resize(SIDE, SIDE, { fit: 'inside' }).png().toBuffer()

const joined = (images: Buffer[], across: number) =>
  sharp(images, { join: { across, shim: 4 } })
    .png()
    .toBuffer()

/** Replaces the product's name with a space, which hides the watermark and also the name in the header. */
async function hideWatermark(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
      if (meta) meta.content = '\u00a0'
    })
  })
}

test('the screenshot for the README is captured', async ({ page }, info) => {
  await page.setViewportSize({ width: 1080, height: 552 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await hideWatermark(page)
  await openSeparated(page)
  await writeText(page)
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.fill('ORBIT')
  await page.getByRole('button', { name: /^Font/ }).click()
  await page.getByRole('combobox', { name: 'Search fonts' }).fill('Anton')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await page.getByRole('button', { name: /#F5A623$/ }).click()
  await page.getByText('All set!').waitFor({ state: 'hidden' })
  await setField(page, 'Vertical', '22')
  const shot = await page.screenshot({ path: join(SHOTS, 'readme.png'), animations: 'disabled' })
  await info.attach('readme.png', { body: shot, contentType: 'image/png' })
  // Compresses the same pixels to fewer bytes than the browser does.
  const file = PNG.sync.write(PNG.sync.read(shot), { colorType: 2, deflateLevel: 9, filterType: -1 })
  if (saves) writeFileSync(join(ROOT, 'tests/pictures/editor.png'), file)
})
