/** Tests the lens blur: a click on the photo sets the focus, undo restores it, and the download equals the preview. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { hash, onScreen, openTab, pixelAt } from '../support/gestures.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const lens = (page: Page) => page.evaluate(() => window.midground!.document().lens ?? null)
const slider = (page: Page, name: string) => page.getByRole('slider', { name })
const focusButton = (page: Page) => page.getByRole('button', { name: 'Choose the focus point' })
/** A point in the background and a point on the astronaut, in document px. */
const [WALL, SUIT] = [
  { x: 60, y: 110 },
  { x: 230, y: 330 },
]

async function blurFully(page: Page) {
  await slider(page, 'Lens blur').focus()
  await page.keyboard.press('End')
  await expect.poll(() => lens(page)).toMatchObject({ strength: 100, focus: 60 })
}

test("a click on the photo sets the lens blur's focus distance", async ({ page }) => {
  await openSeparated(page)
  await openTab(page, 'Tune')
  await expect(focusButton(page)).toBeDisabled()
  const atFirst = await hash(page)
  const sharp = (await download(page)).png
  await blurFully(page)
  const onSubject = (await download(page)).png
  expect(pixelAt(onSubject, SUIT), 'the subject is in focus').toEqual(pixelAt(sharp, SUIT))
  await focusButton(page).click()
  const wall = await onScreen(page, WALL)
  await page.mouse.click(wall.x, wall.y)
  await expect.poll(() => lens(page)).toMatchObject({ focus: 100 })
  const onWall = (await download(page)).png
  expect(pixelAt(onWall, WALL), 'the background is in focus').toEqual(pixelAt(sharp, WALL))
  expect(pixelAt(onWall, SUIT)).not.toEqual(pixelAt(sharp, SUIT))
  const suit = await onScreen(page, SUIT)
  await page.mouse.click(suit.x, suit.y)
  await expect.poll(() => lens(page)).toMatchObject({ focus: 60 })
  await page.keyboard.press('Escape')
  await expect(focusButton(page)).toHaveAttribute('aria-pressed', 'false')
  await checkAxe(page, 'Lens blur')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => lens(page)).toMatchObject({ focus: 100 })
  for (let i = 0; i < 2; i++) await page.keyboard.press('ControlOrMeta+z')
  expect(await hash(page)).toBe(atFirst)
})
