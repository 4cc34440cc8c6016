/** A lost WebGL context loses no work. */
import { preview, writeText } from '../support/gestures.ts'
import { ssim } from '../support/pixels.ts'
import { download, expect, openSeparated, test } from '../support/test.ts'

test('restores the picture from the document when the WebGL context is lost', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await writeText(page)
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
