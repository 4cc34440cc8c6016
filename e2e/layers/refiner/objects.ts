/** Tests lifting and erasing objects by mouse, keys and finger. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { checkAxe } from '../../support/axe.ts'
import { countActions, downloadButton } from '../../support/countActions.ts'
import {
  canvas,
  dragOnCanvas,
  hash,
  layersOf,
  onScreen,
  pixelAt,
  preview,
  setField,
  writeText,
} from '../../support/gestures.ts'
import { areaScaled, ssim } from '../../support/pixels.ts'
import { download, expect, sample, test } from '../../support/test.ts'

/** Long timeout, because neural networks run on a software GPU. */
const PATIENT = { timeout: 120_000 }

const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
/** Points in the 512 × 512 photo: rocket behind the astronaut, rocket's tip, astronaut, corner of the background. */
const ROCKET = { x: 418, y: 150 }
const TIP = { x: 418, y: 60 }
const ASTRONAUT = { x: 230, y: 400 }
const CORNER = { x: 2, y: 2 }

const objects = (page: Page) => layersOf(page, 'object')
const lifted = (page: Page, count: number) =>
  expect(async () => expect(await objects(page)).toHaveLength(count)).toPass(PATIENT)
const panel = (page: Page) => page.getByRole('tabpanel', { name: /^(Objects|Lift object|Erase object)$/ })
const exported = async (page: Page) => (await download(page)).png

async function undoAll(page: Page, until: string): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  for (let i = 0; i < 20 && (await hash(page)) !== until; i++) await undo.click()
  expect(await hash(page)).toBe(until)
  expect(Buffer.compare((await exported(page)).data, photo.data), "the export has the photo's bytes").toBe(0)
}

/** Lifts and erases objects of the segmented photo, then undoes every step. */
export async function liftObjects(page: Page) {
  await test.step('a user erases a bystander and adds a text layer in at most 8 actions', () => countedErase(page))
  await test.step('a user lifts two objects and adds a text layer in between', () => byMouse(page))
  await test.step("a user edits an object's mask and lighting", () => withOwnValues(page))
  await test.step('a keyboard user erases an object', () => byKeyboard(page))
}

async function countedErase(page: Page) {
  const untouched = await hash(page)
  const user = countActions(page, 1) // starts at 1 for opening the photo
  await user.press('Erase & select')
  await user.clickPhoto(ROCKET.x, ROCKET.y)
  await lifted(page, 1)
  await user.openTab('Text')
  await user.press('Add Text')
  await user.type('ORBIT')
  await page.getByRole('textbox', { name: 'Text content' }).blur() // typing hides the canvas bar
  await user.press('Best place')
  expect(await user.download(downloadButton(page))).toEqual([512, 512])
  expect(user.count()).toBeLessThanOrEqual(8)
  await undoAll(page, untouched)
}

async function byMouse(page: Page) {
  const untouched = await hash(page)
  for (const [i, place] of [ROCKET, ASTRONAUT].entries()) {
    await canvas(page).focus()
    await page.keyboard.press('Shift+O')
    await expect(panel(page).getByText('Tap an object to turn it into a layer')).toBeVisible()
    const { x, y } = await onScreen(page, place, { isStill: true })
    await page.mouse.click(x, y)
    await lifted(page, i + 1)
  }
  expect((await objects(page)).map(({ lifted: { home }, placement }) => [home, placement])).toEqual([
    ['background', 'background'],
    ['subject', 'foreground'],
  ])
  const lift = panel(page).getByRole('button', { name: 'Lift object' })
  await expect(lift, 'the mode is off').toHaveAttribute('aria-pressed', 'false')
  await checkAxe(page, 'objects', 'panel')
  expect(Buffer.compare((await exported(page)).data, photo.data), 'lifted and not moved').toBe(0)

  await writeText(page)
  const [text] = await layersOf(page, 'text')
  expect(text?.placement).toBe('background')
  // this smaller text doesn't cover the rocket
  await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('60')
  await page.keyboard.press('Enter')
  await dragOnCanvas(page, ROCKET, { x: ROCKET.x - 330, y: ROCKET.y })
  expect((await objects(page))[0]?.position.x, 'position in percent of the photo').toBeCloseTo((-330 / 512) * 100, -1)
  const moved = await exported(page)
  expect(pixelAt(moved, ROCKET), 'the rocket is gone').not.toEqual(pixelAt(photo, ROCKET))
  expect(pixelAt(moved, ASTRONAUT)).toEqual(pixelAt(photo, ASTRONAUT))
  expect(pixelAt(moved, CORNER)).toEqual(pixelAt(photo, CORNER))
  const shown = await preview(page)
  expect(ssim(shown, areaScaled(moved, shown.width, shown.height))).toBeGreaterThanOrEqual(0.98)
  await undoAll(page, untouched)
}

async function withOwnValues(page: Page) {
  const untouched = await hash(page)
  await page.getByRole('button', { name: 'Erase & select', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Lift object' }).click()
  const { x, y } = await onScreen(page, ROCKET, { isStill: true })
  await page.mouse.click(x, y)
  await lifted(page, 1)
  const object = panel(page).getByRole('region', { name: /^Object 1/ })
  await object.getByRole('button', { name: 'Edit mask' }).click()
  const tool = page.getByRole('tabpanel', { name: 'Edit mask' })
  await expect(tool.getByRole('combobox', { name: 'Mask to edit' })).toHaveText(/Object 1/)
  await tool.getByRole('switch', { name: 'Snap to edges' }).click()
  await dragOnCanvas(page, { x: ROCKET.x, y: ROCKET.y - 10 }, { x: ROCKET.x, y: ROCKET.y + 10 })
  expect((await objects(page)).map(({ mend }) => mend.strokes.map(({ mode }) => mode))).toEqual([['erase']])
  await checkAxe(page, 'the mask of an object', 'panel')
  await tool.getByRole('button', { name: 'Done' }).click()
  expect(Buffer.compare((await exported(page)).data, photo.data), 'the erased pixels are in the background').toBe(0)

  await expect(object.getByRole('button', { name: /^Object 1/ }), 'the object is still selected').toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await object.getByRole('button', { name: 'Tune', exact: true }).click()
  await object.getByRole('button', { name: 'Match lighting', exact: true }).click()
  await expect(async () => expect((await objects(page))[0]?.tune.isOwn).toBe(true)).toPass(PATIENT)
  await expect(object.getByRole('switch', { name: 'Custom enhancements' })).toBeChecked()
  await setField(object, 'Exposure', '60')
  await checkAxe(page, 'the enhancements of an object', 'panel')
  const lit = await exported(page)
  const [before, after] = [photo, lit].map((picture) => pixelAt(picture, TIP)[1]) as [number, number]
  expect(after).toBeGreaterThan(before + 5)
  expect(pixelAt(lit, ROCKET), 'erased from the object').toEqual(pixelAt(photo, ROCKET))
  expect(pixelAt(lit, CORNER)).toEqual(pixelAt(photo, CORNER))
  await undoAll(page, untouched)
}

async function byKeyboard(page: Page) {
  const untouched = await hash(page)
  await canvas(page).focus()
  await page.keyboard.press('Shift+E')
  await expect(panel(page).getByText('Tap an object to erase it')).toBeVisible()
  await canvas(page).focus()
  const to = await onScreen(page, ROCKET, { isStill: true })
  const { x, y, width, height } = (await canvas(page).boundingBox())!
  await page.keyboard.press('Enter') // shows the crosshair in the middle of the canvas
  await walk(page, 'ArrowRight', 'ArrowLeft', to.x - (x + width / 2))
  await walk(page, 'ArrowDown', 'ArrowUp', to.y - (y + height / 2))
  await page.keyboard.press('Enter')
  await lifted(page, 1)
  expect((await objects(page))[0]?.isHidden).toBe(true)
  const erased = await exported(page)
  expect(pixelAt(erased, ROCKET)).not.toEqual(pixelAt(photo, ROCKET))
  expect(pixelAt(erased, CORNER)).toEqual(pixelAt(photo, CORNER))
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  expect(await hash(page), 'one undo step').toBe(untouched)
}

/** Moves the crosshair by `by` CSS px with the arrow keys: 40 CSS px per key with Shift, then 4 per key. */
async function walk(page: Page, forward: string, back: string, by: number) {
  const key = by > 0 ? forward : back
  for (let i = 0; i < Math.floor(Math.abs(by) / 40); i++) await page.keyboard.press(`Shift+${key}`)
  for (let i = 0; i < Math.round((Math.abs(by) % 40) / 4); i++) await page.keyboard.press(key)
}

/** Erases an object by touch on a screen of a phone's width. Then undoes every step and expects the first document. */
export async function eraseByFinger(page: Page) {
  const untouched = await hash(page)
  await page.getByRole('button', { name: 'Erase & select', exact: true }).tap()
  await expect(panel(page).getByText('Tap an object to erase it')).toBeVisible()
  const { x, y } = await onScreen(page, ROCKET, { isStill: true })
  await page.touchscreen.tap(x, y)
  await panel(page).getByRole('button', { name: 'Erase marked area' }).tap()
  await lifted(page, 1)
  await panel(page).getByRole('button', { name: 'Done' }).tap()
  expect(pixelAt(await exported(page), ROCKET)).not.toEqual(pixelAt(photo, ROCKET))
  await undoAll(page, untouched)
}
