/**
 * Makes images for the repository: the README's screenshot, the thumbnails of the templates and the gallery. Also shows each
 * template on sample photos and the motions on contact sheets. `npm run shots` runs this file. `PHOTOS=FOLDER` uses the
 * photos of a folder; `SAVES=1` replaces the files in the repository.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { SHOTS } from './support/axe.ts'
import { canvas, downloadBy, setField, writeText } from './support/gestures.ts'
import { openEditor, openSeparated, sample, test, uploadAndSeparate } from './support/test.ts'

const { PHOTOS: folder, SAVES: saves } = process.env
const SAMPLES = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg']
const photos = folder ? readdirSync(folder).map((name) => join(folder, name)) : SAMPLES.map(sample)
const ROOT = join(import.meta.dirname, '..')

/** Longer side of a thumbnail and of an image in the report, px. */
const SIDE = 420
const THUMBNAIL = 320
/** The photos of the thumbnails; the other thumbnails show the first sample photo. */
const SHOWN: Readonly<Record<string, string>> = {
  story: 'chelsea.png',
  product: 'coffee.png',
  quote: 'coffee.png',
  sale: 'coffee.png',
  magazine: 'rocket.jpg',
  event: 'rocket.jpg',
  travel: 'rocket.jpg',
}
/** The images of the gallery (client/site/gallery): the template and its photo, and their longer side, px. */
const RESULTS: Readonly<Record<string, string>> = {
  poster: 'astronaut.png',
  event: 'rocket.jpg',
  story: 'chelsea.png',
  product: 'coffee.png',
  magazine: 'rocket.jpg',
}
const RESULT = 640

for (const { id, name } of GALLERY)
  test(`the template ${id} gets a thumbnail`, async ({ page }, info) => {
    for (const file of photos) {
      await openEditor(page)
      await uploadAndSeparate(page, file)
      await canvas(page).focus()
      await page.keyboard.press('y') // opens the templates
      await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click()
      await page.waitForFunction(() => (window.midground?.document().order.length ?? 0) > 2)
      const path = join(SHOTS, `${id}-${basename(file)}.png`)
      writeFileSync(path, await readPreview(page, SIDE, 'image/png'))
      await info.attach(basename(path), { path })
      if (saves && (SHOWN[id] ?? SAMPLES[0]) === basename(file))
        writeFileSync(
          join(ROOT, 'client/engine/template/thumbnails', `${id}.webp`),
          await readPreview(page, THUMBNAIL, 'image/webp'),
        )
      if (saves && RESULTS[id] === basename(file))
        writeFileSync(join(ROOT, 'client/site/gallery', `${id}.webp`), await readPreview(page, RESULT, 'image/webp'))
    }
  })

/** Returns the preview without its watermark as an image file. Its longer side is at most `side` px. */
async function readPreview(page: Page, side: number, type: 'image/png' | 'image/webp'): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ({ side, type }) => {
      const { width, height, pixels } = await window.midground!.renderPreview({ watermark: false })
      const whole = await createImageBitmap(new ImageData(new Uint8ClampedArray(pixels), width, height))
      const scale = Math.min(1, side / Math.max(width, height))
      const small = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
      const context = small.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(whole, 0, 0, small.width, small.height)
      const blob = await small.convertToBlob({ type, quality: 0.82 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { side, type },
  )
  return Buffer.from(bytes)
}

/** Frames per motion in a contact sheet. */
const FRAMES = 8

for (const file of photos.slice(0, 8))
  test(`the motions of ${basename(file)} get a contact sheet`, async ({ page }, info) => {
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
    mkdirSync(SHOTS, { recursive: true })
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

/** Makes the preview's watermark, which is the product's name, a space, also in the header. */
async function hideWatermark(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
      if (meta) meta.content = '\u00a0'
    })
  })
}

test('the README gets a screenshot', async ({ page }, info) => {
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
