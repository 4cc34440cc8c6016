/** Shapes behind and before the subject, by mouse, key and finger; the exported pixels are checked. */
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
import { download, expect, openEditor, openSeparated, sample, test, uploadAndSeparate } from '../support/test.ts'

interface Shape {
  type: string
  color: string
  scale: number
  placement: string
  position: { horizontal: number; vertical: number }
}

const shapes = (page: Page) => layersOf<Shape>(page, 'shape')
const GREEN = [0, 255, 0, 255]
/** On the astronaut's face, and on the background left and right of her; of 512 × 512. */
const FACE = { x: 225, y: 110 }

async function withShape(page: Page) {
  await openSeparated(page)
  await openTab(page, 'Shapes')
  await page.getByRole('button', { name: 'Add Shape' }).click()
}

test('puts a heart behind the subject and exports what it shows', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('tab', { name: 'Shapes' }).click({ force: true }) // it says that it is disabled
  await expect(page.getByText('Please upload an image first to add shapes behind objects')).toBeVisible()
  await uploadAndSeparate(page, sample('astronaut.png'))
  const before = await hash(page)
  await page.getByRole('button', { name: 'Add Shape' }).click()
  expect(await shapes(page)).toMatchObject([{ type: 'square', placement: 'background', scale: 500 }])
  await page.getByRole('radio', { name: 'Heart' }).click()
  await page.getByRole('button', { name: '#00FF00' }).click()
  await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('200')
  await page.keyboard.press('Enter')
  await dragOnCanvas(page, { x: 256, y: 256 }, { x: 110, y: 120 })
  const [heart] = await shapes(page)
  expect(heart).toMatchObject({ type: 'heart', color: '#00FF00', scale: 200 })
  expect(heart!.position.horizontal).toBeCloseTo((110 / 512) * 100, 0)

  const { png } = await download(page)
  expect(pixelAt(png, { x: 110, y: 120 }), 'the heart lies on the background').toEqual(GREEN)
  expect(pixelAt(png, { x: 30, y: 30 }), 'beside the heart the photo is seen').not.toEqual(GREEN)

  await page.getByRole('radio', { name: 'Square' }).click()
  await dragOnCanvas(page, { x: 110, y: 120 }, FACE)
  expect(pixelAt((await download(page)).png, FACE), 'the subject covers what lies behind it').not.toEqual(GREEN)
  await page.getByRole('radio', { name: 'In front' }).click()
  expect(pixelAt((await download(page)).png, FACE), 'in front it covers the subject').toEqual(GREEN)

  for (let i = 0; i < 20 && (await hash(page)) !== before; i++) await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)
})

test('adds, changes and moves a shape with the keyboard alone', async ({ page }) => {
  await openSeparated(page)
  await canvas(page).focus()
  await page.keyboard.press('h')
  const add = page.getByRole('button', { name: 'Add Shape' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: 'Square' }))
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await shapes(page))[0]?.type).toBe('circle')
  await tabTo(page, page.getByRole('switch', { name: 'Filled' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('slider', { name: 'Stroke width' })).toBeVisible()
  await page.keyboard.press('Shift+ArrowLeft') // from the switch as from the canvas: arrows mean nothing to it
  const [circle] = await shapes(page)
  expect(circle!.position.horizontal).toBeCloseTo(50 - (10 / 512) * 100, 2)
  await page.keyboard.press('Delete')
  expect(await shapes(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('drags and pinches a shape', async ({ page }) => {
    await withShape(page)
    await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('150')
    await page.keyboard.press('Enter')
    await touchOnCanvas(page, { x: 256, y: 256 }, { x: 400, y: 150 })
    const [moved] = await shapes(page)
    expect(moved!.position.horizontal).toBeCloseTo((400 / 512) * 100, -1)
    await pinchOnCanvas(page, { x: 400, y: 150 }, 40, 80)
    const [grown] = await shapes(page)
    expect(grown!.scale / moved!.scale).toBeCloseTo(2, 0)
    const { png } = await download(page)
    expect(pixelAt(png, { x: 420, y: 60 })).toEqual([255, 255, 255, 255])
  })
})
