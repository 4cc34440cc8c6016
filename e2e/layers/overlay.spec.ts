/** Tests images that are pasted or dropped as overlays. */
import { test } from '../support/editorTest.ts'
import { give, hash, layersOf, openTab } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { expect, openSeparated } from '../support/test.ts'

test('at most two pasted or dropped images become overlays while the Overlay tab is open', async ({ page }) => {
  await openSeparated(page)
  await openTab(page, 'Image Overlay')
  const before = await hash(page)
  const { buffer } = pngFile('green.png', 40, 30, () => [0, 255, 0, 255])
  const panel = page.getByRole('tabpanel', { name: 'Image Overlay' })
  await give(page, 'paste', { name: 'pasted.png', type: 'image/png', buffer })
  await expect(panel.getByRole('region', { name: 'pasted.png' })).toBeVisible()
  await give(page, 'drop', { name: 'dropped.png', type: 'image/png', buffer })
  await expect(panel.getByRole('region', { name: 'dropped.png' })).toBeVisible()
  await give(page, 'paste', { name: 'third.png', type: 'image/png', buffer })
  await expect(page.getByRole('alert')).toContainText('Maximum of 2 background images allowed')
  await expect(page.getByRole('alertdialog'), 'no dialog asks for a photo').toBeHidden()
  expect(await hash(page), 'the overlay is not yet in the document').toBe(before)
  await panel.getByRole('button', { name: 'Move to Editor' }).first().click()
  await expect.poll(() => layersOf(page, 'overlay')).toMatchObject([{ scale: 50, placement: 'background' }])
  expect(await page.evaluate(() => window.midground!.document().photo?.name)).toBe('astronaut.png')
})
