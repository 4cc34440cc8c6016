/** Tests the editor with only the keyboard, with the mouse and with two fingers. */

import type { Page } from '@playwright/test'
import { STORY } from '../../tests/helpers/quick.ts'
import { test } from '../support/editorTest.ts'
import {
  canvas,
  centerText,
  downloadBy,
  hash,
  layersOf,
  listen,
  pinchOnCanvas,
  tabTo,
  writeText,
  zoomIn,
} from '../support/gestures.ts'
import { expect, MOVING, openEditor, openSeparated, test as ownPage, sample } from '../support/test.ts'

test.use(MOVING)

/** Center of the astronaut photo in document px. */
const MIDDLE = { x: 256, y: 256 }

const words = (page: Page) => page.getByRole('textbox', { name: 'Text content' })
/** Returns the visible part of the photo in document px, and its scale. */
const view = (page: Page) =>
  page.evaluate(async () => {
    const { region, scale } = await window.midground!.renderPreview({ watermark: false })
    return { ...region, scale }
  })
const texts = (page: Page) => layersOf(page, 'text')

async function withText(page: Page, text = 'HELLO') {
  await openSeparated(page)
  await writeText(page)
  await words(page).fill(text)
  await centerText(page)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
}

const placeOf = ({ position }: Awaited<ReturnType<typeof texts>>[number]) =>
  `${Math.round(position.horizontal)}% from the left, ${Math.round(position.vertical)}% from the top`

test('a screen reader user opens, edits and downloads a photo with only the keyboard', { tag: STORY }, async ({
  page,
}) => {
  await openEditor(page)
  const choosing = page.waitForEvent('filechooser') // registered before the key press, so that no event is missed
  await tabTo(page, page.getByRole('button', { name: 'Select an image' }))
  await page.keyboard.press('Enter')
  const said = await listen(page)
  await (await choosing).setFiles(sample('astronaut.png'))
  await said('Analyzing your image, please wait...')
  await said("All set! Let's create something beautiful!")
  await page.keyboard.press('t')
  await expect(page.getByRole('button', { name: 'Add Text' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add Text' }))
  await page.keyboard.press('Enter')
  await expect(words(page)).toBeFocused()
  await said(/^Added: Text new text, behind the subject, \d+% from the left, \d+% from the top$/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('KEYS')
  await page.keyboard.press('Escape')
  await expect(canvas(page)).toBeFocused()
  const [before] = await texts(page)
  await page.keyboard.press('Shift+ArrowRight')
  const [after] = await texts(page)
  await said(`KEYS: behind the subject, ${placeOf(after!)}`)
  expect(after!.position.horizontal - before!.position.horizontal).toBeCloseTo((10 / 512) * 100, 3)
  await page.keyboard.press(']')
  expect((await texts(page))[0]!.placement).toBe('foreground')
  await page.keyboard.press('Control+d')
  expect(await texts(page)).toHaveLength(2)
  await page.keyboard.press('Delete')
  expect(await texts(page)).toHaveLength(1)
  await page.keyboard.press('Control+z')
  expect(await texts(page)).toHaveLength(2)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text on the photo' })).toBeFocused()
  await page.keyboard.press('Escape')
  const file = await downloadBy(page, () => page.keyboard.press('Control+e'))
  expect(file.suggestedFilename()).toMatch(/^astronaut_\d{10}\.png$/)
  await said('Download complete!')
})

ownPage('the graphics code loads without waiting for the GPU', async ({ page }) => {
  await page.addInitScript(() => {
    const { getImageData } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.getImageData = function (...asked: Parameters<typeof getImageData>) {
      performance.mark('pixels read')
      return getImageData.apply(this, asked)
    }
  })
  await openEditor(page)
  const graphics = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      return files.filter((name) => /\/graphics-[\w-]+\.js$/.test(name))
    })
  await expect.poll(graphics).not.toEqual([])
  // loads the lazy chunk, because the following check needs its effect
  await page.evaluate((files) => Promise.all(files.map((file) => import(file))), await graphics())
  expect(await page.evaluate(() => performance.getEntriesByName('pixels read').length)).toBe(0)
})

test('pressing Escape repeatedly ends the drag, clears the selection and closes the panel', async ({ page }) => {
  await withText(page)
  const before = await hash(page)
  const box = (await canvas(page).boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 60, middle.y + 40, { steps: 5 })
  await expect.poll(() => hash(page)).not.toBe(before)
  await page.keyboard.press('Escape')
  expect(await hash(page)).toBe(before)
  await page.mouse.up()
  expect(await hash(page)).toBe(before)
  await expect(words(page), 'the text is still selected').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words(page)).toBeHidden()
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toBeHidden()
})

ownPage('the view zooms to the cursor and pans with the space bar', async ({ page }) => {
  await openSeparated(page)
  const fitted = await view(page)
  expect(fitted).toMatchObject({ x: 0, y: 0, width: 512, height: 512 })
  const box = (await canvas(page).boundingBox())!
  const at = { x: box.x + box.width / 2 + 100, y: box.y + box.height / 2 - 80 }
  const corner = await page.evaluate(() => window.midground!.toCanvas({ x: 0, y: 0 }))
  await page.mouse.move(at.x, at.y)
  await zoomIn(page, 5)
  const zoomed = await view(page)
  expect(zoomed.scale).toBeGreaterThan(fitted.scale * 3)
  // Point of the photo under the cursor in document px. Zooming must not move this point. `corner`: where a zoomed
  // photo starts.
  const under = {
    x: (at.x - box.x - corner.x) / fitted.scale,
    y: (at.y - box.y - corner.y) / fitted.scale,
  }
  expect((under.x - zoomed.x) * zoomed.scale).toBeCloseTo(at.x - box.x, -0.5)
  expect((under.y - zoomed.y) * zoomed.scale).toBeCloseTo(at.y - box.y, -0.5)
  await zoomIn(page, 2)
  const closer = await view(page)
  expect((under.x - closer.x) * closer.scale).toBeCloseTo(at.x - box.x, -0.5)
  expect((under.y - closer.y) * closer.scale).toBeCloseTo(at.y - box.y, -0.5)
  await page.keyboard.down(' ')
  await page.mouse.down()
  await page.mouse.move(at.x + 120, at.y + 50, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up(' ')
  const panned = await view(page)
  expect((closer.x - panned.x) * closer.scale).toBeCloseTo(120, -0.5)
  await page.keyboard.press('1')
  await expect.poll(async () => (await view(page)).scale).toBe(1)
  await page.keyboard.press('0')
  await expect.poll(() => view(page)).toEqual(fitted)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a pinch zooms the photo, or scales the text while text is selected', async ({ page }) => {
    await openSeparated(page)
    const fitted = await view(page)
    await pinchOnCanvas(page, MIDDLE, 60, 150)
    await expect.poll(async () => (await view(page)).scale).toBeGreaterThan(fitted.scale * 2)
    const fit = page.getByRole('button', { name: 'Zoom to fit' })
    await fit.tap()
    await expect(fit).toBeHidden()
    await page.getByRole('tab', { name: 'Text', exact: true }).tap()
    await writeText(page, 'HELLO')
    await centerText(page)
    await page.getByRole('button', { name: 'Fit', exact: true }).tap()

    await expect(async () => {
      const sheet = (await page.getByRole('tabpanel', { name: 'Text' }).boundingBox())!
      const shown = (await canvas(page).boundingBox())!
      expect(sheet.height).toBeLessThanOrEqual(0.45 * 844 + 1)
      expect(shown.y + shown.height, 'the canvas ends where the sheet begins').toBeLessThanOrEqual(sheet.y + 1)
      const seen = await view(page)
      expect(seen.x).toBeLessThan(256)
      expect(seen.x + seen.width).toBeGreaterThan(256)
      expect(seen.y).toBeLessThan(256)
      expect(seen.y + seen.height).toBeGreaterThan(256)
    }).toPass()

    const [before] = await texts(page)
    await pinchOnCanvas(page, MIDDLE, 60, 90)
    await expect.poll(async () => (await texts(page))[0]!.fontSize / before!.fontSize).toBeCloseTo(1.5, 1)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(async () => (await texts(page))[0]).toEqual(before)
    await expect.poll(async () => (await view(page)).width, 'the whole photo is visible').toBeGreaterThanOrEqual(512)
  })
})
