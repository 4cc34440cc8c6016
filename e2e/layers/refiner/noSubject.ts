/** Tests a photo where the networks don't find a subject. Layers are then in front of the whole photo. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../../support/axe.ts'
import { openTab } from '../../support/gestures.ts'
import { pngFile } from '../../support/samples.ts'
import { download, expect, upload } from '../../support/test.ts'

const SIZE = { width: 320, height: 240 }
const SENTENCE = 'This photo has no clear subject. Select one yourself, or add text in front.'

/** Returns a plain sky: blue above, lighter below. */
const sky = () =>
  pngFile('sky.png', SIZE.width, SIZE.height, (i) => {
    const y = Math.floor(i / SIZE.width)
    return [90 + y / 3, 140 + y / 4, 230, 255]
  })

/** Uploads a photo without a subject. Expects the tool to report this, and the other tools to work. */
export async function findNoSubject(page: Page) {
  const panel = page.getByRole('tabpanel', { name: 'Select subject' })
  await upload(page, sky())
  await expect(panel.getByRole('status').filter({ hasText: 'no clear subject' })).toHaveText(SENTENCE)
  await expect(page.getByText('Failed to analyze')).toHaveCount(0)
  await checkAxe(page, 'no subject', 'no colours')
  await panel.getByRole('button', { name: 'About subject detection' }).click()
  const about = page.getByRole('dialog', { name: 'About subject detection' })
  await expect(about.getByText('u2netp')).toBeVisible()
  await expect(about.getByRole('link', { name: 'Apache-2.0' }).first()).toBeVisible()
  await checkAxe(page, 'about the separation')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase & select' })).toBeEnabled()
  await writeInFront(page)
}

/**
 * Adds a text layer and expects its pixels in the exported image. The canvas then no longer says that there is no
 * subject.
 */
async function writeInFront(page: Page) {
  await openTab(page, 'Text')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add Text' }).click()
  await expect(page.getByText(SENTENCE)).toHaveCount(0)
  const { png } = await download(page)
  const isOfText = (i: number) => Math.abs((png.data[4 * i + 2] ?? 0) - 230) > 20
  const written = Array.from({ length: SIZE.width * SIZE.height }, (_, i) => i).filter(isOfText).length
  expect(written, 'pixels of the text').toBeGreaterThan(100)
}
