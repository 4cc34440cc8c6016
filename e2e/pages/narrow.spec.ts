/** A screen of 320 px, like 1280 px at 400 %, without horizontal scrolling. */
import { expect, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'

test.use({ viewport: { width: 320, height: 568 } })

test('no page overflows at a width of 320 px', async ({ page }) => {
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const path of ['/', '/pricing', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(overhang, path).toBe(0)
  }
  await openEditor(page)
  await expect.poll(overhang, 'the empty editor').toBe(0)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Add Text' }).click()
  await expect(page.getByRole('textbox', { name: 'Text content' })).toBeVisible()
  await expect.poll(overhang, 'a panel of the editor').toBe(0)
})
