/**
 * Match light: the subject's lighting is matched to the background with adjustments that Tune shows, as one undo step.
 */
import type { Page } from '@playwright/test'
import type { PNG } from 'pngjs'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { hash, openTab } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { download, expect, IMAGINING, openEditor, uploadAndSeparate } from '../support/test.ts'

test.use(IMAGINING)

const [WIDTH, HEIGHT] = [320, 240]

/** A cool dark upper half, which is the subject, over a warm bright lower half. */
const photo = pngFile('two-lights.png', WIDTH, HEIGHT, (i) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
  const rough = ((x >> 4) * 29 + (y >> 4) * 53) % 60
  return [...(y < HEIGHT / 2 ? [50, 60, 90] : [150, 120, 70]).map((value) => value + rough), 255]
})

/** Returns the mean of each channel in the subject and behind it, away from the edge. */
function means({ data }: PNG): [number[], number[]] {
  const mean = (from: number, to: number) =>
    [0, 1, 2].map((c) => {
      let sum = 0
      for (let i = from * WIDTH; i < to * WIDTH; i++) sum += data[4 * i + c]!
      return sum / ((to - from) * WIDTH)
    })
  return [mean(0, HEIGHT / 2 - 10), mean(HEIGHT / 2 + 10, HEIGHT)]
}
const distance = (png: PNG) => {
  const [subject, behind] = means(png)
  return Math.hypot(...subject.map((value, c) => value - behind[c]!))
}

const button = (page: Page) => page.getByRole('button', { name: 'Match lighting', exact: true })
const strength = (page: Page) => page.getByRole('spinbutton', { name: 'Match lighting strength' })

test("moves the subject's lighting towards the background's, and undo restores the photo", async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, photo)
  await openTab(page, 'Cutout')
  const before = await hash(page)
  const original = await download(page)

  await expect(strength(page)).toHaveCount(0)
  await button(page).click()
  await expect.poll(() => hash(page)).not.toBe(before)
  await expect(strength(page)).toBeVisible()
  await checkAxe(page, 'the Cutout tab with Match light')
  const matched = await download(page)
  expect(distance(matched.png)).toBeLessThanOrEqual(distance(original.png) / 2)
  const { tune } = await page.evaluate(() => window.midground!.document())
  expect(tune.foreground.temperature).toBeGreaterThan(0)
  expect(tune.background).toEqual(tune.image)

  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await hash(page)).toBe(before)
  await expect(strength(page)).toHaveCount(0)
  expect((await download(page)).bytes.equals(original.bytes)).toBe(true)
})
