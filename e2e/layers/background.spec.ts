/**
 * Tests the export's pixels after the background is removed, colored or replaced, and Reset, which restores all
 * pixels.
 */

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { hash, listen, openTab, pixelAt } from '../support/gestures.ts'
import { download, expect, openSeparated, sample } from '../support/test.ts'

const CORNERS = [
  { x: 2, y: 2 },
  { x: 509, y: 2 },
]
/** The astronaut's face in the 512 × 512 photo. */
const FACE = { x: 225, y: 110 }
const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))

async function ready(page: Page, tab: string) {
  await openSeparated(page)
  await openTab(page, tab)
}

test('Reset restores a removed background losslessly', async ({ page }) => {
  await ready(page, 'Remove BG')
  const before = await hash(page)
  const original = (await download(page)).bytes
  const panel = page.getByRole('tabpanel', { name: 'Remove BG' })
  await expect(panel.getByRole('button', { name: 'Reset Background' })).toBeDisabled()
  const said = await listen(page)
  await panel.getByRole('button', { name: 'Remove BG' }).click()
  await said('Background removed!')
  await expect(panel.getByRole('button', { name: 'Background Removed' })).toBeDisabled()
  await expect(page.getByRole('tab', { name: 'Text', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('tab', { name: 'Text', exact: true }).hover()
  await expect(page.getByRole('tooltip'), 'says why').toContainText('click Reset Background in the Change BG tab')
  await expect(page.getByRole('tab', { name: 'Change BG' })).not.toHaveAttribute('aria-disabled', 'true')

  const { png } = await download(page)
  for (const corner of CORNERS) expect(pixelAt(png, corner)[3]).toBe(0)
  expect(pixelAt(png, FACE)).toEqual(pixelAt(photo, FACE))
  // At the edge, each photo pixel must be a blend of its exported color and some background color from 0 to 255.
  let worst = 0
  for (let i = 0; i < png.data.length; i += 4) {
    const alpha = png.data[i + 3]! / 255
    if (alpha < 0.1 || alpha === 1) continue
    for (let c = 0; c < 3; c++) {
      const behind = photo.data[i + c]! - alpha * png.data[i + c]!
      worst = Math.max(worst, -behind, behind - (1 - alpha) * 255)
    }
  }
  expect(worst, 'the soft edge mixes only the subject and its background').toBeLessThanOrEqual(4)

  await panel.getByRole('button', { name: 'Reset Background' }).click()
  expect(await hash(page)).toBe(before)
  expect((await download(page)).bytes.equals(original)).toBe(true)
})
