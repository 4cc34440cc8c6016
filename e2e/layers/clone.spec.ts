/** Clones of the subject by mouse, and the subject on another background. Checks exported pixels. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, layersOf, pixelAt } from '../support/gestures.ts'
import { download, expect, openEditor, sample, uploadAndSeparate } from '../support/test.ts'

interface Clone {
  position: { x: number; y: number }
  size: number
  rotation: number
  flip: { horizontal: boolean; vertical: boolean }
}

const clones = (page: Page) => layersOf<Clone>(page, 'clone')
/** A point on the astronaut's face, and one on the suit of a clone moved to the right. The photo is 512 × 512. */
const FACE = { x: 225, y: 110 }

const near = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((value, i) => Math.abs(value - b[i]!)))

test('clones, drags and flips the subject, and exports the same picture', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('tab', { name: 'Clone', exact: true }).click({ force: true }) // the tab is disabled
  await expect(page.getByText('Please upload an image first to use the clone feature.')).toBeVisible()
  await uploadAndSeparate(page, sample('astronaut.png'))
  const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
  const before = await hash(page)

  await page.getByRole('button', { name: 'Clone subject' }).click()
  expect(await clones(page)).toMatchObject([{ position: { x: 5, y: 0 }, size: 100, rotation: 0 }])
  // Its right edge extends beside the subject, which covers the rest. The drag starts there.
  const grip = await edgeOfClone(page)
  await dragOnCanvas(page, grip, { x: grip.x + 170, y: grip.y })
  const [moved] = await clones(page)
  expect(moved!.position.x).toBeCloseTo(5 + (170 / 512) * 100, 0)

  const shift = Math.round((moved!.position.x / 100) * 512)
  const { png } = await download(page)
  const there = { x: FACE.x + shift, y: FACE.y }
  expect(near(pixelAt(png, there), pixelAt(photo, FACE)), 'the clone’s face').toBeLessThanOrEqual(24)
  expect(near(pixelAt(png, there), pixelAt(photo, there)), 'over the background').toBeGreaterThan(24)
  expect(pixelAt(png, FACE), 'the subject itself stands over its clones').toEqual(pixelAt(photo, FACE))

  await page.getByRole('switch', { name: 'Flip horizontally' }).click()
  await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('60')
  await page.keyboard.press('Enter')
  expect(await clones(page)).toMatchObject([{ size: 60, flip: { horizontal: true, vertical: false } }])
  expect(Buffer.compare((await download(page)).png.data, png.data)).not.toBe(0)

  for (let i = 0; i < 20 && (await hash(page)) !== before; i++) await page.keyboard.press('Control+z')
  expect(await hash(page)).toBe(before)
  expect(Buffer.compare((await download(page)).png.data, photo.data)).toBe(0)
})

/** Returns a point on the clone's right side that the subject doesn't cover, in document px. */
const edgeOfClone = (page: Page) =>
  page.evaluate(() => {
    const { width, height, coverage } = window.midground!.matte()!
    const shift = Math.round(width * 0.05)
    for (let y = Math.round(height / 4); y < height; y++)
      for (let x = width - 20; x > shift + 8; x--) {
        const on = (at: number) => coverage[y * width + at] === 255
        if (on(x - shift) && on(x - shift - 8) && coverage[y * width + x] === 0) return { x: x - 6, y }
      }
    throw new Error('the clone hides behind the subject')
  })
