/** Drawing behind and before the subject, by mouse, key and finger; the exported pixels are checked. */
import type { Page } from '@playwright/test'
import {
  canvas,
  dragOnCanvas,
  hash,
  layersOf,
  openTab,
  pinchOnCanvas,
  pixelAt,
  tabTo,
  touchOnCanvas,
} from '../support/gestures.ts'
import { download, expect, openSeparated, test } from '../support/test.ts'

interface Stroke {
  placement: string
  points: { x: number; y: number; size: number; color: string }[]
  position: { x: number; y: number }
}

const strokes = (page: Page) => layersOf<Stroke>(page, 'drawing')
const drawingMode = (page: Page) => page.getByRole('switch', { name: 'Drawing mode' })
const GREEN = [0, 255, 0, 255]
/** The astronaut's face, of 512 × 512; the flag left of her is background. */
const FACE = { x: 225, y: 110 }
const FLAG = { x: 60, y: 110 }

async function ready(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Draw')
}

test('draws behind the subject, erases, moves a stroke and exports what it shows', async ({ page }) => {
  await ready(page)
  const panel = page.getByRole('tabpanel', { name: 'Draw' })
  const before = await hash(page)
  await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await drawingMode(page).click()
  await page.getByRole('button', { name: '#00FF00' }).click()
  await dragOnCanvas(page, { x: 20, y: 110 }, { x: 480, y: 110 })
  const [first] = await strokes(page)
  expect(first).toMatchObject({ placement: 'background' })
  expect(first!.points[0]).toMatchObject({ size: 20, color: '#00FF00' })
  const { png } = await download(page)
  expect(pixelAt(png, FLAG), 'ink on the background').toEqual(GREEN)
  expect(pixelAt(png, FACE), 'the subject covers it').not.toEqual(GREEN)

  await page.getByRole('radio', { name: 'In front' }).click()
  await dragOnCanvas(page, { x: 100, y: 300 }, { x: 400, y: 300 })
  expect(pixelAt((await download(page)).png, { x: 250, y: 300 }), 'in front it covers the subject').toEqual(GREEN)

  await page.getByRole('radio', { name: 'Eraser' }).click()
  await dragOnCanvas(page, { x: 250, y: 260 }, { x: 250, y: 340 })
  expect(await strokes(page)).toHaveLength(3)
  const cut = (await download(page)).png
  expect(pixelAt(cut, { x: 250, y: 300 }), 'erased').not.toEqual(GREEN)
  expect(pixelAt(cut, { x: 300, y: 300 }), 'beside the eraser').toEqual(GREEN)

  await drawingMode(page).click()
  await dragOnCanvas(page, { x: 300, y: 300 }, { x: 300, y: 420 })
  expect(pixelAt((await download(page)).png, { x: 300, y: 420 }), 'moved').toEqual(GREEN)

  await panel.getByRole('button', { name: 'Undo' }).click()
  expect(await strokes(page)).toHaveLength(2)
  await panel.getByRole('button', { name: 'Clear All' }).click()
  expect(await strokes(page)).toEqual([])
  await expect(panel.getByRole('button', { name: 'Clear All' })).toHaveCount(0)
  expect(await hash(page)).toBe(before)
  await page.keyboard.press('Control+z')
  expect(await strokes(page)).toHaveLength(2)
})

test('draws with the keyboard alone', async ({ page }) => {
  await openSeparated(page)
  await canvas(page).focus()
  await page.keyboard.press('b')
  await tabTo(page, drawingMode(page))
  await page.keyboard.press('Space')
  await expect(drawingMode(page)).toBeChecked()
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  const [stroke] = await strokes(page)
  expect(stroke!.points).toHaveLength(4)
  expect(stroke!.points.at(-1)!.x).toBeGreaterThan(stroke!.points[0]!.x + 30)
  await page.keyboard.press('Escape')
  await expect(drawingMode(page)).not.toBeChecked()
  await page.keyboard.press('Control+z')
  expect(await strokes(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('draws with a finger, and two fingers zoom without a stroke', async ({ page }) => {
    await ready(page)
    await drawingMode(page).tap()
    await touchOnCanvas(page, { x: 20, y: 110 }, { x: 150, y: 110 })
    expect(await strokes(page)).toHaveLength(1)
    await pinchOnCanvas(page, { x: 256, y: 256 }, 60, 90)
    expect(await strokes(page), 'a pinch draws nothing').toHaveLength(1)
    expect(pixelAt((await download(page)).png, FLAG)).toEqual([255, 255, 255, 255])
  })
})
