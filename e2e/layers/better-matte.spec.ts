/**
 * The main job with the better matte, as users have it: the first matte appears at once, and a better one replaces it while
 * the user works. Other tests switch the better matte off, because it takes the networks several seconds.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { openTab } from '../support/gestures.ts'
import { eroded } from '../support/pixels.ts'
import { download, expect, openEditor, SEPARATING, sample, test, uploadAndSeparate } from '../support/test.ts'

test.use(SEPARATING)
test.describe.configure({ timeout: 240_000 }) // the networks run on a software GPU

const SIZE = 512

const separationModel = (page: Page) => page.evaluate(() => window.midground!.document().separation?.model)

const coverageOf = async (page: Page) =>
  Buffer.from(await page.evaluate(() => Array.from(window.midground!.matte()!.coverage)))

test('replaces the first matte by the better one under a text, keeps it through undo, and exports it', async ({
  page,
}) => {
  await openEditor(page, '?improve')
  await uploadAndSeparate(page, sample('astronaut.png'))
  const first = { model: await separationModel(page), coverage: await coverageOf(page) }
  expect(first.model).toBe('u2netp')

  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('HELLO')
  await expect(async () => expect(await separationModel(page)).not.toBe(first.model)).toPass({ timeout: 200_000 })
  const coverage = await coverageOf(page)
  const changed = coverage.filter((value, i) => Math.abs(value - first.coverage[i]!) > 50).length
  expect(changed, 'pixels whose coverage has changed').toBeGreaterThan(500)
  const soft = coverage.filter((value) => value > 25 && value < 230).length
  expect(soft, 'pixels with soft edges').toBeGreaterThan(500)

  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  while (await undo.isEnabled()) await undo.click()
  expect((await coverageOf(page)).equals(coverage), 'undo keeps the better matte').toBe(true)
  const redo = page.getByRole('button', { name: 'Redo', exact: true })
  while (await redo.isEnabled()) await redo.click()
  expect((await coverageOf(page)).equals(coverage), 'redo keeps the better matte').toBe(true)

  const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
  const { png } = await download(page)
  expect([png.width, png.height]).toEqual([SIZE, SIZE])
  const inside = eroded(coverage, SIZE, SIZE, 255, 8)
  let subject = 0
  let largestDifference = 0
  let white = 0
  for (let i = 0; i < SIZE * SIZE; i++) {
    const exported = png.data.subarray(4 * i, 4 * i + 3)
    const original = photo.data.subarray(4 * i, 4 * i + 3)
    const difference = Math.max(...exported.map((value, c) => Math.abs(value - original[c]!)))
    if (inside[i]) {
      subject++
      largestDifference = Math.max(largestDifference, difference)
    } else if (coverage[i] === 0 && difference > 8 && exported.every((value) => value > 250)) white++
  }
  expect(subject, 'pixels of the subject').toBeGreaterThan(20_000)
  expect(largestDifference, 'the subject is the original').toBeLessThanOrEqual(1)
  expect(white, 'pixels of the text in the background').toBeGreaterThan(500)
})
