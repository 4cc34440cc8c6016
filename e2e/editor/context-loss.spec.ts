/**
 * All effects at once: the export equals the preview, a gesture is one step, and a lost WebGL context loses nothing.
 */
import type { Page } from '@playwright/test'
import { complaintsOf } from '../support/complaints.ts'
import { preview } from '../support/gestures.ts'
import { areaScaled, ssim } from '../support/pixels.ts'
import { download, expect, openSeparated, test } from '../support/test.ts'

/** Types a value into the field beside a slider. */
async function set(page: Page, label: string, value: number) {
  const field = page.getByRole('spinbutton', { name: label, exact: true })
  await field.fill(String(value))
  await field.press('Enter')
}

async function dressUp(page: Page) {
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Add 3D Text' }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('MOON')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await page.getByRole('switch', { name: 'Glow' }).click()
  await page.getByRole('tab', { name: 'Cutout', exact: true }).click()
  await page.getByRole('switch', { name: 'Cutout outline' }).click()
  await set(page, 'Outline width', 12)
  await page.getByRole('tab', { name: 'Tune', exact: true }).click()
  for (const [label, value] of [
    ['Exposure', 20],
    ['Contrast', 120],
    ['Shadows', 40],
    ['Saturation', 130],
    ['Sharpness', 30],
  ] as const)
    await set(page, label, value)
  await page.getByRole('switch', { name: 'Apply to foreground' }).click()
  await set(page, 'Blur', 6)
}

test('exports 3D text, glow, outline, enhancements and a blurred background like the preview', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 520 })
  const complaints = await complaintsOf(page)
  await openSeparated(page)
  const before = await preview(page)
  await dressUp(page)
  const shown = await preview(page)
  expect(shown.scale).toBeLessThan(1)
  expect(ssim(shown, before), 'the effects are there').toBeLessThan(0.9)
  const { png } = await download(page)
  const similarity = ssim(shown, areaScaled(png, shown.width, shown.height))
  console.info(`preview against export with every effect: SSIM ${similarity.toFixed(4)}`)
  expect(similarity).toBeGreaterThanOrEqual(0.98)
  expect(complaints).toEqual([])
})

test('restores the picture from the document when the WebGL context is lost', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  const before = await preview(page)
  const hash = await page.evaluate(() => window.midground!.stateHash())
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-label=Canvas] canvas')
    const loss = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
    loss?.loseContext()
    setTimeout(() => loss?.restoreContext(), 200)
  })
  await expect(page.getByText('Your device’s graphics were reset.')).toBeVisible()
  await expect
    .poll(async () => {
      const after = await preview(page).catch(() => null)
      return after ? ssim(before, after) : 0
    })
    .toBeGreaterThan(0.999)
  expect(await page.evaluate(() => window.midground!.stateHash())).toBe(hash)
  const { png } = await download(page)
  expect(png.width).toBe(451)
})
