/** Tests a Display P3 photo in every export and everywhere the editor shows it. */
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { colorChunks } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { photoColorSpace } from '#client/media/importer/color/photoColorSpace.ts'
import { decoded } from '../../tests/helpers/decoded.ts'
import { test } from '../support/editorTest.ts'
import { onScreen, openTab, pixelAt, runFromMenu } from '../support/gestures.ts'
import { download, expect, inEditor, openEditor, test as ownPage, uploadAndSeparate } from '../support/test.ts'

type Codes = readonly [number, number, number]

const [WIDTH, HEIGHT] = [240, 180]
/** Columns of one color each, as Display P3 values. Only `muted` is inside sRGB. */
const COLUMNS = { muted: { at: 40, codes: [90, 140, 100] }, vivid: { at: 200, codes: [250, 40, 30] } } as const
type Column = (typeof COLUMNS)[keyof typeof COLUMNS]

const p3File = async (name: string, { width, height, data }: Pick<PNG, 'width' | 'height' | 'data'>) => {
  const file = await writePng({ width, height }, Uint8Array.from(data), { extra: colorChunks('display-p3') })
  return { name, mimeType: 'image/png', buffer: Buffer.from(await file.arrayBuffer()) }
}

function chart(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const png = new PNG({ width: WIDTH, height: HEIGHT })
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const { codes } = i % WIDTH < WIDTH / 2 ? COLUMNS.muted : COLUMNS.vivid
    png.data.set([...codes, 255], 4 * i)
  }
  return p3File('chart.png', png)
}

/** Converts the color to 8-bit sRGB, clipped. */
const inSrgb = ([red, green, blue]: Codes): number[] =>
  converted([red / 255, green / 255, blue / 255], 'display-p3', 'srgb').map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, value))),
  )

function expectNear(seen: readonly number[], wanted: readonly number[], tolerance: number) {
  for (const [c, code] of wanted.entries())
    expect(Math.abs((seen[c] ?? Number.NaN) - code), `${seen} for ${wanted}`).toBeLessThanOrEqual(tolerance)
}

async function openChart(page: Page) {
  await openEditor(page)
  await uploadAndSeparate(page, await chart())
  expect(await page.evaluate(() => window.midground!.document().photo?.colorSpace)).toBe('display-p3')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download' })
const openExport = (page: Page) => page.getByRole('button', { name: 'More download options' }).click()
const middle = ({ at }: Column) => ({ x: at, y: HEIGHT / 2 })

async function expectChart(png: PNG, file: Buffer) {
  expect(await photoColorSpace('png', Uint8Array.from(file))).toEqual({ space: 'display-p3', note: null })
  for (const name of ['cICP', 'iCCP']) expect(file.includes(name), name).toBe(true)
  for (const column of Object.values(COLUMNS))
    expect(pixelAt(png, middle(column)).slice(0, 3)).toEqual([...column.codes])
}

ownPage('a copied PNG has its color profile and looks the same when pasted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const write = navigator.clipboard?.write.bind(navigator.clipboard)
    if (!write) return
    navigator.clipboard.write = async (items) => {
      Object.assign(window, { given: items[0]!.getType('image/png') })
      await write(items)
    }
  })
  await openChart(page)
  await openExport(page)
  await dialog(page).getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  const given = Buffer.from(
    await page.evaluate(async () => {
      const png = await (window as unknown as { given: Promise<Blob> }).given
      return [...new Uint8Array(await png.arrayBuffer())]
    }),
  )
  await expectChart(PNG.sync.read(given), given)
  // A browser that re-encodes the copied image either writes the profile or converts the colors.
  const shown = await page.evaluate(async (places) => {
    const [item] = await navigator.clipboard.read()
    const bitmap = await createImageBitmap(await item!.getType('image/png'))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return places.map(({ x, y }) => [...context.getImageData(x, y, 1, 1).data])
  }, Object.values(COLUMNS).map(middle))
  for (const [i, { codes }] of Object.values(COLUMNS).entries()) expectNear(shown[i]!, inSrgb(codes), 2)
})

test("a background color picked from the photo has the picked pixel's color", async ({ page }) => {
  await openChart(page)
  await openTab(page, 'Change BG')
  const panel = page.getByRole('tabpanel', { name: 'Change BG' })
  const pick = async (column: Column) => {
    await panel.getByRole('button', { name: 'Background color: pick a color from the photo' }).click()
    const { x, y } = await onScreen(page, middle(column))
    await page.mouse.click(x, y)
    const backdrop = await page.evaluate(() => window.midground!.document().backdrop)
    return (backdrop as { color?: string }).color
  }
  for (const column of Object.values(COLUMNS)) {
    const wanted = inSrgb(column.codes)
    expect(await pick(column)).toBe(hexOf(wanted))
    const { png } = await download(page)
    // this pixel is in the background, because the subject is the upper half of the photo
    const painted = pixelAt(png, { x: column.at, y: HEIGHT - 10 })
    if (column === COLUMNS.muted) expectNear(painted, column.codes, 1)
    else {
      const nearest = converted([wanted[0]! / 255, wanted[1]! / 255, wanted[2]! / 255], 'srgb', 'display-p3')
      expectNear(
        painted,
        nearest.map((value) => 255 * value),
        1,
      )
    }
  }
})

test('the thumbnail of a Display P3 project is in sRGB', async ({ page }) => {
  await openChart(page)
  await runFromMenu(page, 'Menu', 'Recent projects') // the thumbnail is painted when the page is idle
  await expect(page.getByRole('dialog', { name: 'Recent projects' }).locator('img')).toBeVisible()
  await page.reload()
  await inEditor(page)
  const thumbnail = page.getByRole('region', { name: 'Recent projects' }).locator('img').first()
  await expect(thumbnail).toBeVisible()
  const url = (await thumbnail.getAttribute('src')) ?? ''
  const file = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  expect(await photoColorSpace('jpeg', Uint8Array.from(file))).toEqual({ space: 'srgb', note: null })
  const picture = await decoded(file)
  const scale = picture.width / WIDTH
  // JPEG compression changes the values
  for (const { at, codes } of Object.values(COLUMNS))
    expectNear(pixelAt(picture, { x: at * scale, y: picture.height / 2 }), inSrgb(codes), 4)
})
