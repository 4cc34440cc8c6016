/** Tests moving the subject over its own photo. Its old position is filled or shows the photo, as set. */
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { hash, openTab, pixelAt, preview } from '../support/gestures.ts'
import { areaScaled, ssim } from '../support/pixels.ts'
import { download, expect, openSeparated, sample } from '../support/test.ts'

const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
/** The astronaut's face in the 512 × 512 photo. */
const FACE = { x: 225, y: 110 }
/** A point outside the fill and the moved subject. */
const CORNER = { x: 2, y: 2 }
/** Distance of the move, in percent of the canvas. */
const MOVED = 25

test('the editor fills the background behind a moved subject', async ({ page }) => {
  await openSeparated(page)
  await openTab(page, 'Change BG')
  const panel = page.getByRole('tabpanel', { name: 'Change BG' })
  const untouched = await hash(page)
  await expect(panel.getByRole('button', { name: 'Try another fill' })).toHaveCount(0)

  await panel.getByRole('slider', { name: 'Subject horizontal' }).fill(String(MOVED))
  const { png } = await download(page)
  const face = pixelAt(photo, FACE)
  const at = { x: Math.round(FACE.x + (MOVED / 100) * 512), y: FACE.y }
  for (const [c, value] of pixelAt(png, at).entries()) expect(Math.abs(value - face[c]!)).toBeLessThan(24)
  expect(pixelAt(png, FACE), 'the face is not left behind').not.toEqual(face)
  expect(pixelAt(png, CORNER)).toEqual(pixelAt(photo, CORNER))
  const shown = await preview(page)
  const exported = areaScaled(png, shown.width, shown.height)
  expect(ssim(shown, exported)).toBeGreaterThanOrEqual(0.98)

  await panel.getByRole('button', { name: 'Try another fill' }).click()
  const other = (await download(page)).png
  expect(ssim(png, other), 'another seed gives another fill').toBeLessThan(0.999)
  expect(pixelAt(other, CORNER)).toEqual(pixelAt(photo, CORNER))

  await panel.getByRole('switch', { name: 'Fill background' }).click()
  const ghost = (await download(page)).png
  expect(pixelAt(ghost, FACE), 'the original photo').toEqual(face)
  while ((await hash(page)) !== untouched) await page.keyboard.press('Control+z')
  const restored = (await download(page)).png
  expect(Buffer.compare(restored.data, photo.data)).toBe(0)
})
