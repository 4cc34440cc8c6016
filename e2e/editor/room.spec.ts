/** Tests that bars over the canvas follow their layer and that panels leave space for the photo. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { addText, centerText, setField, writeText } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { expect, openEditor, openSeparated, toolTabs, uploadAndSeparate } from '../support/test.ts'

/** Returns the center of the selected layer's bar, in CSS px. */
async function barAt(page: Page) {
  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  let at = { x: 0, y: 0 }
  await expect(async () => {
    // waits for a frame, because the bar moves in the frame after the change
    await page.evaluate(async () => void (await window.midground!.renderPreview({ watermark: false })))
    const { x, y, width, height } = (await bar.boundingBox())! // null while the layer is being redrawn
    at = { x: x + width / 2, y: y + height / 2 }
  }).toPass()
  return at
}

async function withText(page: Page) {
  await openSeparated(page)
  await writeText(page)
}

test('the canvas bar follows the selected text when a field or undo moves the text', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 800 }) // wide enough for the bar on both sides of the text
  await openSeparated(page)
  await writeText(page, 'HELLO')
  await centerText(page)
  await setField(page, 'Size', '60')
  const middle = await barAt(page)
  await setField(page, 'Vertical', '80')
  await expect.poll(async () => (await barAt(page)).y).toBeGreaterThan(middle.y + 50)
  const low = await barAt(page)
  expect(low.x).toBeCloseTo(middle.x, 0)
  await setField(page, 'Horizontal', '70')
  await expect.poll(async () => (await barAt(page)).x).toBeGreaterThan(low.x + 50)
  await setField(page, 'Size', '120')
  await expect.poll(async () => (await barAt(page)).y).toBeGreaterThan(low.y + 10)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => barAt(page)).toEqual(low)
  // closes the panel, because it has the same controls as the bar
  await page.getByRole('tabpanel').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Selected layer' }).getByRole('button', { name: /^Size/ }).click()
  const size = page.getByRole('dialog', { name: 'Size' }).getByRole('spinbutton')
  await size.focus()
  await page.setViewportSize({ width: 1000, height: 800 }) // the bar's buttons lose their text
  await expect
    .poll(async () => (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!.width)
    .toBeLessThan(1000)
  await expect(size).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the editor page has no scroll bar even with many text cards', async ({ page }) => {
    await withText(page)
    for (let i = 0; i < 5; i++) {
      await addText(page)
      await page.getByRole('button', { name: 'Fit', exact: true }).click()
    }
    await expect(async () => {
      expect(await page.getByRole('banner').boundingBox()).toMatchObject({ x: 0, y: 0 })
      const rail = await page.getByRole('tablist', { name: 'Tools' }).boundingBox()
      expect(rail!.y + rail!.height).toBeGreaterThan(844 - 4)
    }).toPass()
    const photoHeight = () =>
      page.evaluate(() => {
        const [top, bottom] = [0, 512].map((y) => window.midground!.toCanvas({ x: 0, y }).y)
        return bottom! - top!
      })
    for (const tool of ['Text', 'Tune', 'Change BG', 'Cutout']) {
      const tab = page.getByRole('tab', { name: tool, exact: true })
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.tap()
      await expect(page.getByRole('tabpanel', { name: tool })).toBeVisible()
      await expect.poll(photoHeight, `beside ${tool}`).toBeGreaterThanOrEqual(0.4 * 844)
    }
  })
})

test.describe('on a rotated phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('after the phone is rotated, the tool rail fades only at the end where more tools follow', async ({ page }) => {
    await openSeparated(page)
    const rail = page.getByRole('tablist', { name: 'Tools' }).locator('..')
    await rail.evaluate((bar) => bar.scrollTo({ left: 60 }))
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(rail).toHaveCSS('mask-image', /^linear-gradient\((to bottom, )?rgba.* 0px.*calc\(100% - 28px\)/)
  })
})

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test("on a phone in landscape, the tool's sheet opens next to the photo", async ({ page }) => {
    await withText(page)
    await expect(async () => {
      const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
      const sheet = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
      expect(photo.x + photo.width).toBeLessThanOrEqual(sheet.x + 1)
      expect(photo.width).toBeGreaterThan(300)
      expect(photo.height).toBeGreaterThan(200)
    }).toPass()
  })

  test('on a phone in landscape, the canvas bar is below the photo', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await openSeparated(page)
    await writeText(page, 'HELLO')
    await page.keyboard.press('Escape') // ends the typing
    await page.getByRole('tabpanel').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(async () => {
      const canvas = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
      const end = await page.evaluate(() => window.midground!.toCanvas({ x: 0, y: 512 }).y)
      expect((await barAt(page)).y).toBeGreaterThan(canvas.y + end)
    }).toPass()
  })
})

/** Tablets in portrait orientation in CSS px. */
const UPRIGHT = [
  [768, 1024],
  [820, 1180],
  [1024, 1366],
] as const

/** Tablets in landscape orientation in CSS px. */
const TABLETS = [
  [1024, 768],
  [1180, 820],
  [1280, 800],
] as const

/** Returns the width of the photo on the screen, in CSS px. */
const photoWidth = (page: Page) =>
  page.evaluate(() => window.midground!.toCanvas({ x: 512, y: 0 }).x - window.midground!.toCanvas({ x: 0, y: 0 }).x)

/** Opens or closes a panel, waits until the canvas has its new size, and returns the width of the photo, in CSS px. */
async function widthAfter(page: Page, press: () => Promise<void>) {
  const canvas = page.getByRole('application', { name: 'Canvas' })
  const room = await canvas.boundingBox()
  await press()
  await expect.poll(() => canvas.boundingBox()).not.toEqual(room)
  await page.evaluate(async () => void (await window.midground!.renderPreview({ watermark: false })))
  return photoWidth(page)
}

/** Returns the photo's width once it is fitted into the resized window, in a frame after the new layout. */
async function settledPhotoWidth(page: Page): Promise<number> {
  let width = 0
  await expect(async () => {
    const last = width
    width = await photoWidth(page)
    expect(width).toBe(last)
  }).toPass({ intervals: [800] })
  return width
}

test("opening the layers panel doesn't change the scale of a wide photo", async ({ page }) => {
  await openSeparated(page, 'chelsea.png') // 3:2
  const open = () => page.getByRole('button', { name: 'Layers', exact: true }).click()
  const close = () => page.getByRole('button', { name: 'Close layers panel' }).click()
  await widthAfter(page, close)
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 768],
    [820, 1180],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    const before = await settledPhotoWidth(page)
    expect(await widthAfter(page, open), `${width} × ${height}`).toBeCloseTo(before, 0)
    expect(await widthAfter(page, close), `${width} × ${height}, closed`).toBeCloseTo(before, 0)
  }
})

test("opening a tool next to the photo doesn't change the scale of the photo", async ({ page }) => {
  await openSeparated(page)
  const canvas = page.getByRole('application', { name: 'Canvas' })
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    const tune = page.getByRole('tab', { name: 'Tune', exact: true })
    const panel = page.getByRole('tabpanel', { name: 'Tune' })
    await expect.poll(async () => (await canvas.boundingBox())!.width).toBeLessThanOrEqual(width)
    const before = await settledPhotoWidth(page)
    const room = (await canvas.boundingBox())!
    await tune.click()
    await expect(panel).toBeVisible()
    await expect.poll(async () => (await canvas.boundingBox())!).not.toEqual(room)
    await page.evaluate(async () => void (await window.midground!.renderPreview({ watermark: false })))
    expect(await photoWidth(page), `${width} × ${height}`).toBeCloseTo(before, 0)
    await tune.click()
    await expect.poll(async () => (await canvas.boundingBox())!).toEqual(room)
    expect(await photoWidth(page), `${width} × ${height}, closed`).toBeCloseTo(before, 0)
  }
})

/** Returns the photo's edges on the canvas, CSS px, and the canvas's size. */
async function photoOnCanvas(page: Page) {
  const { width, height } = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
  const [start, end] = await page.evaluate(() =>
    [0, 1].map((end) => {
      const photo = window.midground!.document().photo!
      return window.midground!.toCanvas({ x: end * photo.width, y: end * photo.height })
    }),
  )
  return { left: start!.x, top: start!.y, right: end!.x, bottom: end!.y, width, height }
}

test('all edges of a portrait photo stay visible above a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openEditor(page)
  await uploadAndSeparate(
    page,
    pngFile('upright.png', 400, 640, (i) => [i % 200, 90, 160, 255]),
  )
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const tool of ['Crop', 'Emojis', 'Draw', 'Tune']) {
      // while the bar resizes, the page has two Crop buttons
      if (tool === 'Crop') await page.getByRole('button', { name: tool, exact: true }).first().click()
      else await page.getByRole('tab', { name: tool, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name: tool })).toBeVisible()
      await expect(async () => {
        const { left, top, right, bottom, width: room, height: floor } = await photoOnCanvas(page)
        expect(Math.min(left, top, room - right), `${tool}, ${width} × ${height}`).toBeGreaterThan(8)
        expect(floor - bottom, `${tool}, ${width} × ${height}`).toBeGreaterThan(width === 390 ? 52 : 8)
      }).toPass()
    }
    await page.getByRole('tab', { name: 'Tune', exact: true }).click()
  }
})

test('an open tool leaves 55 % of a narrow window’s width for the canvas', async ({ page }) => {
  await withText(page)
  for (const [width, height, share] of [
    [1440, 800, 0.5], // the layers panel stays open
    [1366, 768, 0.5], // the layers panel stays open
    [1280, 800, 0.46], // the layers panel stays open
    [1200, 800, 0.55],
    [1024, 768, 0.55],
    [999, 560, 0.55],
    [820, 900, 0.55],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('region', { name: 'Layers' })).toHaveCount(share < 0.55 ? 1 : 0)
    await expect(async () => {
      const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
      expect(photo.width).toBeGreaterThanOrEqual(share * width)
      const last = page.getByRole('toolbar', { name: 'More tools' }).getByRole('button').last()
      await expect(last).toBeInViewport({ ratio: 1, timeout: 0 })
    }).toPass()
  }
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('on a tablet in portrait, the tool is a sheet below the photo', async ({ page }) => {
    await withText(page)
    for (const [width, height] of UPRIGHT) {
      await page.setViewportSize({ width, height })
      await expect(async () => {
        const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
        const panel = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
        expect(panel.width, `${width} × ${height}`).toBe(width)
        expect(photo.y + photo.height).toBeLessThanOrEqual(panel.y + 1)
        expect(panel.height).toBeLessThanOrEqual(0.45 * height + 1)
        expect(photo.width, 'without the strip that opens the layers panel').toBeGreaterThanOrEqual(width - 60)
      }).toPass()
    }
  })

  test('the tools on a tablet in landscape take at most 40 % of the width', async ({ page }) => {
    await withText(page)
    for (const [width, height] of TABLETS) {
      await page.setViewportSize({ width, height })
      await expect(async () => {
        const photo = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
        const panel = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
        expect(photo.x, `${width} × ${height}`).toBeLessThanOrEqual(0.4 * width + 1)
        expect(panel.x + panel.width).toBeLessThanOrEqual(photo.x + 1)
        expect(photo.width, 'without the strip that opens the layers panel').toBeGreaterThanOrEqual(0.6 * width - 60)
        for (const { label } of await toolTabs(page))
          await expect(page.getByRole('tab', { name: label, exact: true })).toBeInViewport({ ratio: 0.95 })
      }).toPass()
    }
  })
})
