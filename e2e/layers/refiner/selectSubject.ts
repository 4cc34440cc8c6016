/**
 * Tests how the subject of a photo is found and selected. The first matte appears immediately, and a better matte
 * replaces it later. Then the user can select another candidate mask by mouse, finger or keys.
 * `client/features/subject/select/SubjectCandidates.gpu.test.tsx` has more tests.
 */
import type { Page } from '@playwright/test'
import { checkAxe } from '../../support/axe.ts'
import { canvas, hash, onScreen, openTab, pixelAt, tabTo, writeText } from '../../support/gestures.ts'
import { download, expect, openEditor, refined, sample, test, uploadAndSeparate } from '../../support/test.ts'

/** The middle of the rocket behind the astronaut, in the 512 × 512 photo. */
const ROCKET = { x: 418, y: 150 }
const ASTRONAUT = { x: 230, y: 400 }

const offer = (page: Page) => page.getByRole('region', { name: 'Which subject do you want?' })
const suggestion = (page: Page, number: number) => offer(page).getByRole('button', { name: `Suggestion ${number}` })
const isShown = (page: Page, number: number) =>
  expect(suggestion(page, number)).toHaveAttribute('aria-pressed', 'true', PATIENT)
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Select subject' })
const choices = (page: Page) =>
  page.evaluate(() => window.midground!.document().separation?.chosen?.choices.length ?? null)
const start = (page: Page) => page.evaluate(() => window.midground!.document().separation?.chosen?.start ?? null)
const coverageAt = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate(({ x, y }) => window.midground!.matte()!.coverage[y * 512 + x], { x, y })
/** Long timeout, because neural networks run on a software GPU. */
const PATIENT = { timeout: 120_000 }
const chosen = (page: Page, count: number) =>
  expect(async () => expect(await choices(page)).toBe(count)).toPass(PATIENT)
const suggested = (page: Page) => {
  const suggestions = panel(page).getByRole('button', { name: /^Suggestion/ })
  return expect(async () => expect(await suggestions.count()).toBeGreaterThan(0)).toPass(PATIENT)
}

async function exportedAlpha(page: Page) {
  await panel(page).getByRole('button', { name: 'Done' }).click()
  const remove = page.getByRole('tabpanel').getByRole('button', { name: 'Remove BG' })
  // the button Done has already reopened the tab where the user opened the tool
  if (!(await remove.isVisible())) await openTab(page, 'Remove BG')
  await remove.click()
  return pixelAt((await download(page)).png, ROCKET)[3]
}

/** Tests the selection of a subject on a newly opened page. Undoes all edits; the photo keeps its better matte. */
export async function selectSubject(page: Page) {
  await test.step('a better matte and candidate masks replace the first matte', () => betterMatte(page))
  await undoAll(page)
  await test.step('a subject is selected by mouse, with a preview under the pointer', () => byMouse(page))
  await test.step('a subject is selected with only the keyboard', () => byKeyboard(page))
  await undoAll(page)
  await closeTool(page)
  await offer(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer(page)).toBeHidden()
}

/** Selects the subject on a screen of a phone's width, then undoes the selection. */
export async function selectByFinger(page: Page) {
  await byFinger(page)
  await undoAll(page)
}

/** Closes the open tool, if any, and deselects all layers. */
async function closeTool(page: Page) {
  const close = page.getByRole('tabpanel').getByRole('button', { name: 'Close', exact: true })
  if (await close.isVisible()) await close.click()
  await canvas(page).press('Escape')
}

const undoAll = (page: Page) => pressAll(page, 'Undo')
async function pressAll(page: Page, name: 'Undo' | 'Redo') {
  const button = page.getByRole('button', { name, exact: true })
  while (await button.isEnabled()) await button.click()
}

const separationModel = (page: Page) => page.evaluate(() => window.midground!.document().separation?.model)

const coverageOf = async (page: Page) => Buffer.from(await page.evaluate(() => window.midground!.matte()!.coverage))

/**
 * Tests that the better matte replaces the first matte behind a text layer, survives undo and is exported. The
 * candidate masks don't block editing.
 */
async function betterMatte(page: Page) {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  const first = { model: await separationModel(page), coverage: await coverageOf(page) }
  expect(first.model).toBe('u2netp')

  await writeText(page)
  const text = page.getByRole('textbox', { name: 'Text content' })
  await text.fill('HELLO')
  await refined(page)
  await expect(text, 'the focus stays in the text').toBeFocused()
  await expect(offer(page), 'another tool is open').toBeHidden()
  await closeTool(page)
  await expect(offer(page)).toBeVisible(PATIENT)
  await isShown(page, 1)
  await expect(offer(page).getByRole('button', { name: /^Suggestion/ })).toHaveCount(3)
  await checkAxe(page, 'possible subjects', 'no colours')
  const coverage = await coverageOf(page)
  const changed = coverage.filter((value, i) => Math.abs(value - first.coverage[i]!) > 50).length
  expect(changed, 'pixels whose coverage has changed').toBeGreaterThan(500)
  const soft = coverage.filter((value) => value > 25 && value < 230).length
  expect(soft, 'pixels with soft edges').toBeGreaterThan(500)

  await undoAll(page)
  expect((await coverageOf(page)).equals(coverage), 'undo keeps the better matte').toBe(true)
  await pressAll(page, 'Redo')
  expect((await coverageOf(page)).equals(coverage), 'redo keeps the better matte').toBe(true)

  // checks only the size, because `text-behind.spec.ts` compares the pixels
  const { png } = await download(page)
  const isWhite = (i: number) => coverage[i] === 0 && png.data.subarray(4 * i, 4 * i + 3).every((value) => value > 250)
  expect(coverage.filter((_, i) => isWhite(i)).length, 'pixels of the text in the background').toBeGreaterThan(500)
  await takeCandidate(page)
}

/** Applies another candidate mask. */
async function takeCandidate(page: Page) {
  const found = { hash: await hash(page), coverage: await coverageOf(page) }
  await suggestion(page, 2).click()
  await isShown(page, 2)
  const differing = (await coverageOf(page)).filter((value, i) => Math.abs(value - found.coverage[i]!) > 100).length
  expect(differing, 'pixels of the other subject').toBeGreaterThan(2000)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await isShown(page, 1)
  expect(await hash(page)).toBe(found.hash)
}

async function byMouse(page: Page) {
  const before = await hash(page)
  await openTab(page, 'Cutout')
  await page.getByRole('button', { name: 'Select subject' }).click()
  const { x, y } = await onScreen(page, ROCKET)
  await page.mouse.move(x, y)
  await expect(async () => expect(await page.locator('canvas[data-adds=true]').count()).toBe(1)).toPass(PATIENT)
  await page.mouse.click(x, y)
  await chosen(page, 1)
  await suggested(page)
  await checkAxe(page, 'suggestions', 'no colours')
  expect(await coverageAt(page, ROCKET)).toBeGreaterThan(200)
  await page.keyboard.down('Alt')
  await page.mouse.click(x, y)
  await page.keyboard.up('Alt')
  await chosen(page, 2)
  expect(await coverageAt(page, ROCKET)).toBeLessThan(55)
  await page.keyboard.press('Control+z')
  expect(await choices(page)).toBe(1)
  expect(await exportedAlpha(page)).toBeGreaterThan(200)
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)
}

async function byKeyboard(page: Page) {
  await canvas(page).focus()
  await page.keyboard.press('w')
  await expect(panel(page)).toBeVisible()
  const { x, y, width, height } = (await canvas(page).boundingBox())! // the keyboard's pointer starts in the center
  const to = await onScreen(page, ROCKET)
  await page.keyboard.press('Enter')
  await press(page, 'ArrowRight', to.x - x - width / 2)
  await press(page, 'ArrowUp', y + height / 2 - to.y)
  await page.keyboard.press('Enter')
  await chosen(page, 1)
  const found = panel(page).getByRole('button', { name: 'Select everything found' })
  await tabTo(page, found)
  await page.keyboard.press('Enter')
  await chosen(page, 0)
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('button', { name: 'Select people only' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(async () => expect(await start(page)).toBe('people')).toPass(PATIENT)
  expect(await coverageAt(page, ROCKET)).toBeLessThan(55)
  expect(await coverageAt(page, ASTRONAUT)).toBeGreaterThan(200)
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z')
  expect(await exportedAlpha(page)).toBeGreaterThan(200)
}

/** Moves the keyboard's pointer by `distance`, CSS px: 40 px per key with Shift, and 4 px without. */
async function press(page: Page, arrow: string, distance: number) {
  for (let i = 0; i < Math.floor(distance / 40); i++) await page.keyboard.press(`Shift+${arrow}`)
  for (let i = 0; i < Math.round((distance % 40) / 4); i++) await page.keyboard.press(arrow)
}

async function byFinger(page: Page) {
  await openTab(page, 'Cutout')
  await page.getByRole('button', { name: 'Select subject' }).tap()
  // Waits for the candidate masks, because they change the sheet's height and the photo's position.
  await suggested(page)
  const place = await onScreen(page, ROCKET, { isStill: true })
  await page.touchscreen.tap(place.x, place.y)
  await chosen(page, 1)
  expect(await exportedAlpha(page)).toBeGreaterThan(200)
}
