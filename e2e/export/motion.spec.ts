/** Tests the Motion panel: the preview plays, settings can be undone, and the video has the selected properties. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { addText, downloadBy, openTab } from '../support/gestures.ts'
import { expect, openSeparated } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Motion' })
const picture = (page: Page) => page.getByRole('img', { name: 'Motion preview' })
const pick = (page: Page, name: string) => panel(page).getByRole('radio', { name, exact: true }).click()

async function select(page: Page, name: string, option: string) {
  await panel(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Opens the panel. `atFirst`: visibility of the preview when the panel appears. */
async function openMotion(
  page: Page,
  atFirst: 'hidden' | 'visible' = 'hidden',
  open = () => page.getByRole('banner').getByRole('button', { name: 'Motion' }).click(),
) {
  const visibility = page.waitForFunction(() => {
    const canvas = document.querySelector('canvas[aria-label="Motion preview"]')
    return canvas && getComputedStyle(canvas).visibility
  })
  await open()
  expect(await (await visibility).jsonValue(), 'the still image shows until a frame is painted').toBe(atFirst)
  await expect(picture(page)).toBeVisible()
  await expect(page.getByText('Preparing preview…')).toBeHidden()
}

/** Returns the document's motion and depths. */
const settings = (page: Page) =>
  page.evaluate(() => {
    const { motion = null, layers } = window.midground!.document()
    return { motion, depths: Object.values(layers).flatMap(({ depth }) => depth ?? []) }
  })

/** Returns the preview's pixels as a data URL. */
const shown = (page: Page) => picture(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('the saved video has the size, frame rate and duration of the settings', async ({ page }) => {
  await openSeparated(page)
  await openTab(page, 'Text')
  await addText(page)
  await openMotion(page)
  await pick(page, 'Orbit')
  await select(page, 'Frames per second', '24')
  await select(page, 'Size', '1080 × 1080')
  const seconds = panel(page).getByRole('slider', { name: 'Duration in seconds' })
  await seconds.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => settings(page)).toMatchObject({ motion: { path: 'orbit', seconds: 2 } })
  const file = await downloadBy(page, () => panel(page).getByRole('button', { name: 'Save motion' }).click())
  expect(file.suggestedFilename()).toMatch(/^astronaut_\d{10}\.mp4$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.indexOf('moov'), 'the index precedes the media data').toBeLessThan(bytes.indexOf('mdat'))
  const track = await new Input({ source: new BufferSource(bytes), formats: [MP4] }).getPrimaryVideoTrack()
  expect(await track?.computeDuration()).toBeCloseTo(2)
  expect((await track?.computePacketStats())?.packetCount, 'frames').toBe(48)
  expect([await track?.getCodedWidth(), await track?.getCodedHeight()]).toEqual([1080, 1080])
  const bt709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false }
  expect(await track?.getColorSpace()).toEqual(bt709)
})

test('a user undoes a setting, plays the preview and cancels an export in the Motion panel', async ({ page }) => {
  await openSeparated(page)
  await openMotion(page, 'hidden', async () => {
    await page.getByRole('button', { name: 'More download options' }).click()
    await page.getByRole('button', { name: 'Animate as video or GIF' }).click()
  })
  const still = await shown(page)
  await pick(page, 'Slide')
  await panel(page).getByRole('button', { name: 'Depth' }).click()
  await panel(page).getByRole('slider', { name: 'Subject' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => settings(page)).toMatchObject({ motion: { path: 'slide' }, depths: [59] })
  await checkAxe(page, 'Motion')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => settings(page)).toEqual({ motion: null, depths: [] })
  expect(await shown(page), 'starts paused with reduced motion').toBe(still)
  await panel(page).getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => shown(page)).not.toBe(still)
  await page.getByRole('application', { name: 'Canvas' }).focus()
  await page.keyboard.press('Escape')
  await expect(picture(page)).toBeHidden()
  await openMotion(page, 'visible')
  expect(await shown(page), 'the preview is kept while the panel is closed').toBe(still)
  await page.getByRole('application', { name: 'Canvas' }).focus()
  await page.keyboard.press('Escape')
  await expect(picture(page)).toBeHidden()

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openMotion(page, 'visible')
  const first = await shown(page)
  await expect.poll(() => shown(page)).not.toBe(first)
  await panel(page).getByRole('button', { name: 'Pause' }).click()

  const save = panel(page).getByRole('button', { name: 'Save motion' })
  let downloads = 0
  page.on('download', () => downloads++)
  await pick(page, 'GIF')
  await save.click()
  await expect(page.getByText(/Frame \d+ of 120/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/Frame \d+ of/)).toBeHidden()
  await expect(save).toBeEnabled()
  expect(downloads, 'files of a canceled export').toBe(0)
})
