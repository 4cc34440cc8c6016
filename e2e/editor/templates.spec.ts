/** Templates: built-in ones from the empty canvas, and the user's own ones on the device. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { expect, IMAGINING, inEditor, openEditor, openSeparated, sample, uploadAndSeparate } from '../support/test.ts'

test.use(IMAGINING)

const kinds = (page: Page) =>
  page.evaluate(() => {
    const { order, layers } = window.midground!.document()
    return order.map((id) => layers[id]?.kind)
  })

const template = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Templates' }).getByRole('button', { name })

test('a template selected on the empty canvas is one undo step on the next photo', async ({ page }) => {
  await openEditor(page)
  const poster = template(page, 'Poster')
  await poster.focus()
  page.on('filechooser', () => {}) // prevents the browser's own file dialog
  await page.keyboard.press('Enter')
  await expect(poster).toHaveAttribute('aria-pressed', 'true')
  await uploadAndSeparate(page, sample('astronaut.png'))
  await expect.poll(() => kinds(page)).toContain('text')
  expect(await page.evaluate(() => window.midground!.document().crop?.format)).toBe('4:5')
  await page.evaluate(() => window.midground!.undo())
  expect(await kinds(page)).toEqual(['background', 'subject'])
  expect(await page.evaluate(() => window.midground!.document().crop)).toBeNull()
})

test("the templates show the user's photo once its subject is found", async ({ page }) => {
  await openSeparated(page)
  await page.getByRole('application').focus()
  await page.keyboard.press('y')
  const pictures = page.getByRole('tabpanel').locator('ul img')
  const painted = page.getByRole('tabpanel').locator('ul img[src^="data:image/jpeg"]')
  await expect(pictures.first()).toBeVisible() // the stored pictures, until the previews are painted
  await expect(painted).toHaveCount(await pictures.count())
  const [first, second] = await painted.evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  expect(first).not.toBe(second)
})

test("saves a user's template without its photo, keeps it after a reload and applies it", async ({ page }) => {
  test.slow() // starts the editor twice
  await openSeparated(page)
  await page.getByRole('application').focus()
  await page.keyboard.press('y')
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Sports card' }).click()
  await expect.poll(() => kinds(page)).toContain('text')
  const made = await kinds(page)
  await panel.getByRole('button', { name: 'Save as template' }).click()
  await expect(panel.getByRole('textbox', { name: 'Template name' })).toBeFocused()
  await page.keyboard.type('Club')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Delete Club' })).toBeVisible()

  await page.reload({ waitUntil: 'commit' })
  await inEditor(page)
  await template(page, 'Club').click()
  await uploadAndSeparate(page, sample('astronaut.png'))
  await expect.poll(() => kinds(page)).toEqual(made)
})
