/** Tests editing a text layer on the canvas by mouse, key and finger, and its export. */
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import {
  canvas,
  centerText,
  doubleClick,
  doubleTap,
  fingerTap,
  hash,
  layersOf,
  onScreen,
  setField,
  writeText,
} from '../support/gestures.ts'
import { differenceBox } from '../support/pixels.ts'
import { download, expect, openSeparated } from '../support/test.ts'

const MIDDLE = { x: 256, y: 256 }
const field = (page: Page) => page.getByRole('textbox', { name: 'Text on the photo' })
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const textOf = async (page: Page) => (await layersOf(page, 'text'))[0]!.text

async function withWords(page: Page, text: string) {
  await openSeparated(page)
  await writeText(page, text)
  await setField(panel(page), 'Size', '80')
  await centerText(page)
  await panel(page).getByRole('radio', { name: 'In front' }).click()
}

/** Returns the bounding box of all canvas pixels of this color. `ink`: CSS color of the letters in the text field. */
async function inkBox(page: Page, ink: string, color: readonly [number, number, number]) {
  await field(page).evaluate((area, color) => area.style.setProperty('-webkit-text-fill-color', color), ink)
  await page.evaluate(() => window.midground!.renderPreview({ watermark: false }))
  // hides the bar, because its color button has the same color
  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  const shot = PNG.sync.read(await canvas(page).screenshot({ caret: 'hide', mask: [bar], maskColor: '#ffffff' }))
  const bare = { ...shot, data: shot.data.map((byte, i) => (isNear(shot.data, i - (i % 4), color) ? byte : 0)) }
  const box = differenceBox(bare, { ...shot, data: Buffer.alloc(shot.data.length) }, 99)
  if (!box) throw new Error(`nothing is ${color}`)
  return box
}

const fillOf = (letters: Locator) => letters.evaluate((element) => getComputedStyle(element).webkitTextFillColor)

const isNear = (data: Buffer, at: number, color: readonly number[]) =>
  color.every((code, c) => Math.abs(code - data[at + c]!) < 60)

test('typing a text layer wider than the canvas does not scroll the photo', async ({ page }) => {
  await withWords(page, 'A')
  await setField(panel(page), 'Size', '600')
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ORBITING')
  await expect.poll(() => textOf(page)).toBe('ORBITING')
  expect(await canvas(page).evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
})

test('editing a text layer on the canvas is one undo step', async ({ page }) => {
  await withWords(page, 'OLD')
  const before = await hash(page)
  await doubleClick(page, await onScreen(page, MIDDLE))
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAccessibleDescription(/Press Escape or click outside to save/)
  await expect(page.getByRole('toolbar', { name: 'Selected layer' })).toBeHidden()
  await page.keyboard.type('NEW tz')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => textOf(page), 'undoes one word').toBe('NEW')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(() => textOf(page)).toBe('NEW tz')
  await page.keyboard.press('Enter')
  await page.keyboard.type('[0')
  await expect.poll(() => textOf(page), 'no typed key runs a shortcut').toBe('NEW tz\n[0')
  await checkAxe(page, 'words being typed')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  expect(await textOf(page), 'Escape saves the text').toBe('NEW tz\n[0')
  await expect(canvas(page)).toBeFocused()
  await undo(page).click()
  expect(await hash(page), 'the text is one undo step').toBe(before)

  const old = (await download(page)).png
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('NEW')
  await page.keyboard.press('Control+Enter')
  await expect(field(page)).toBeHidden()
  await expect(page.getByText('Text saved')).toBeAttached()
  expect(await textOf(page)).toBe('NEW')
  const next = (await download(page)).png
  expect(differenceBox(old, next, 30)).not.toBeNull()
  await undo(page).click()
  expect(await hash(page), 'the whole text was one undo step').toBe(before)

  await doubleClick(page, await onScreen(page, MIDDLE))
  await page.keyboard.type('ELSEWHERE')
  const corner = await onScreen(page, { x: 20, y: 20 })
  await page.mouse.click(corner.x, corner.y)
  await expect(field(page)).toBeHidden()
  expect(await textOf(page), 'a click outside saves the text').toBe('ELSEWHERE')

  await doubleClick(page, await onScreen(page, MIDDLE))
  await page.keyboard.type('IN A FILE')
  const saving = page.waitForEvent('download')
  await page.keyboard.press('ControlOrMeta+s')
  expect((await saving).suggestedFilename(), 'Ctrl+S saves the text and the project').toMatch(/\.midground$/)
  await expect(field(page)).toBeHidden()
  expect(await textOf(page)).toBe('IN A FILE')
})

test('the letters of the canvas text field cover the painted letters of a rotated text layer', async ({ page }) => {
  await withWords(page, 'Type\nhere, AV')
  await panel(page).getByRole('button', { name: 'Paragraph', exact: true }).click()
  for (const [control, value] of Object.entries({ Rotation: '25', 'Letter spacing': '20', 'Line height': '1.6' }))
    await setField(panel(page), control, value)
  await panel(page).getByRole('radio', { name: 'Right', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Blue #0000FF' }).click()
  await doubleClick(page, await onScreen(page, MIDDLE))
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('End')
  const painted = await inkBox(page, 'transparent', [0, 0, 255])
  const own = await inkBox(page, '#00ff00', [0, 255, 0])
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(painted[side] - own[side]), `${side}: ${painted[side]}, ${own[side]}`).toBeLessThanOrEqual(2)
})

test("typing a template's long title doesn't change the line breaks of the title", async ({ page }) => {
  await openSeparated(page)
  await canvas(page).focus()
  await page.keyboard.press('y')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Event' }).click()
  await expect.poll(async () => (await layersOf(page, 'text')).length).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await panel(page)
    .getByRole('button', { name: /^Title/ })
    .click()
  await panel(page).getByRole('radio', { name: 'In front' }).click()
  await panel(page).getByRole('button', { name: 'Blue #0000FF' }).first().click()
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('WHAT LEMURS REALLY DO AT NIGHT')
  const lines = await field(page).inputValue()
  expect(lines.split('\n').length).toBeGreaterThan(1)
  const painted = await inkBox(page, 'transparent', [0, 0, 255])
  const own = await inkBox(page, '#00ff00', [0, 255, 0])
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(painted[side] - own[side]), `${side}: ${painted[side]}, ${own[side]}`).toBeLessThanOrEqual(3)
  await page.keyboard.press('Control+Home')
  for (const letter of 'SO ') await page.keyboard.type(letter)
  const texts = (await layersOf(page, 'text')).map(({ text }) => text)
  expect(texts, 'the caret stays behind the typed letter').toContain('SO WHAT LEMURS REALLY DO AT NIGHT')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('hidden letters are faintly visible on the canvas, but not in the exported file', async ({ page }) => {
  await openSeparated(page)
  await writeText(page, 'HELLO')
  await setField(panel(page), 'Size', '80')
  await centerText(page)
  const ghost = canvas(page).locator('[data-ghost]')
  const copy = canvas(page).locator('[data-behind]')
  await expect(ghost, 'the astronaut hides the middle of the photo').toHaveText('HELLO')
  await ghost.evaluate((letters) => {
    const [fading] = letters.getAnimations()
    fading!.id = 'ended'
    fading!.finish()
  })
  await expect(ghost, 'the user sees the picture itself').toHaveCSS('opacity', '0')
  await setField(panel(page), 'Vertical', '51')
  const fades = () => ghost.evaluate((letters) => letters.getAnimations().map(({ id }) => id))
  await expect.poll(fades, 'a move shows the letters again').toEqual([''])
  const { png } = await download(page)
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(ghost).toBeHidden()
  expect(await fillOf(copy), 'a part of white').toMatch(/ 0?\.45\)$/)
  await page.keyboard.press('Escape')
  await expect(ghost).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ghost, 'the text is not selected').toBeHidden()
  expect(differenceBox(png, (await download(page)).png, 0), 'the file has no faint letters').toBeNull()
  await doubleClick(page, await onScreen(page, MIDDLE))
  await page.keyboard.press('Escape')
  await panel(page).getByRole('radio', { name: 'In front' }).click()
  await expect(ghost).toBeHidden()
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  await expect(copy).toBeHidden()
  expect(await fillOf(field(page))).toBe('rgba(0, 0, 0, 0)')
  await page.keyboard.press('Escape')
  await panel(page).getByRole('radio', { name: 'Behind' }).click()
  await expect(ghost).toBeVisible()
  for (const control of ['Horizontal', 'Vertical']) await setField(panel(page), control, '5')
  await expect(ghost, 'the subject hides only a part').toBeHidden()
})

test('text from an input method is cut at the maximum length', async ({ page }) => {
  await withWords(page, 'OLD')
  await doubleClick(page, await onScreen(page, MIDDLE))
  await expect(field(page)).toBeFocused()
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await expect.poll(() => textOf(page)).toBe('に')
  await input.send('Input.insertText', { text: '日本' })
  await expect.poll(() => textOf(page)).toBe('日本')
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('a'.repeat(2010))
  await expect(page.getByRole('alert')).toHaveText('Text is limited to 2,000 characters. The rest was removed.')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Enter')
  expect(await textOf(page)).toBe('')
  await undo(page).click()
  expect(await textOf(page)).toBe('OLD')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the on-screen keyboard does not cover text edited after a double tap', async ({ page }) => {
    await withWords(page, 'OLD')
    const { png } = await download(page)
    const place = await onScreen(page, MIDDLE)
    await doubleTap(page, place)
    await expect(field(page)).toBeFocused()
    await page.setViewportSize({ width: 390, height: 420 })
    await expect(panel(page), 'the panel closes while the user types').toBeHidden()
    await expect(async () => {
      const [words, room] = [(await field(page).boundingBox())!, (await canvas(page).boundingBox())!]
      expect(words.y).toBeGreaterThanOrEqual(room.y)
      expect(words.y + words.height).toBeLessThanOrEqual(room.y + room.height)
      const middle = words.y + words.height / 2 - room.y
      expect(Math.abs(middle - (room.height - 52) / 2), 'in the middle, above the bar').toBeLessThan(12)
    }).toPass()
    await page.keyboard.type('TAPPED')
    const corner = await onScreen(page, { x: 10, y: 10 }, { isStill: true })
    await fingerTap(page, corner)
    await expect(field(page)).toBeHidden()
    expect(await textOf(page)).toBe('TAPPED')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(differenceBox(png, (await download(page)).png, 30)).not.toBeNull()
  })
})
