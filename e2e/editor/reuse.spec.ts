/** Reusing one template on another photo. */
import { test } from '../support/editorTest.ts'
import { openTab } from '../support/gestures.ts'
import { expect, openSeparated, sample } from '../support/test.ts'

test('replaces the photo under the layers, which keep their position and relative size', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('AGAIN')
  await page.keyboard.press('Escape')
  const before = await page.evaluate(() => window.midground!.document())

  await page.getByRole('button', { name: 'Menu' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Reuse on another photo' }).click()
  await (await choosing).setFiles(sample('rocket.jpg'))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Discard and upload' }).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo?.name)).toBe('rocket.jpg')
  await expect.poll(() => page.evaluate(() => window.midground!.document().separation !== null)).toBe(true)

  const after = await page.evaluate(() => window.midground!.document())
  const textOf = ({ layers }: typeof before) =>
    Object.values(layers).find(({ kind }) => kind === 'text') as unknown as {
      text: string
      fontSize: number
      position: object
    }
  const area = ({ photo }: typeof before) => photo!.width * photo!.height
  expect(textOf(after)).toMatchObject({ text: 'AGAIN', position: textOf(before).position })
  // The text is wider than the canvas, and must not become even wider.
  const share = textOf(after).fontSize / textOf(before).fontSize / Math.sqrt(area(after) / area(before))
  expect(share).toBeGreaterThan(0.9)
  expect(share).toBeLessThan(1.001)
})
