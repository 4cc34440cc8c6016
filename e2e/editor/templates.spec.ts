/** Tests built-in templates on the empty canvas and the user's own templates. */

import type { Page } from '@playwright/test'
import { STORY } from '../../tests/helpers/quick.ts'
import { test } from '../support/editorTest.ts'
import { layersOf } from '../support/gestures.ts'
import { download, expect, inEditor, openEditor, openSeparated, sample, uploadAndSeparate } from '../support/test.ts'

const kinds = (page: Page) =>
  page.evaluate(() => {
    const { order, layers } = window.midground!.document()
    return order.map((id) => layers[id]?.kind)
  })

const template = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Templates' }).getByRole('button', { name })

test('a template chosen on the empty canvas is applied to the next photo as one undo step', async ({ page }) => {
  await openEditor(page)
  const poster = template(page, 'Poster')
  await poster.focus()
  page.on('filechooser', () => {}) // prevents the browser's own file dialog
  await page.keyboard.press('Enter')
  await expect(poster).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Don’t use a template' }).click()
  await expect(page.getByRole('heading', { name: 'Drop a photo here' })).toBeVisible()
  await poster.press('Enter')
  await expect(page.getByRole('heading', { name: 'Drop a photo to use Poster' })).toBeVisible()
  await uploadAndSeparate(page, sample('astronaut.png'))
  await expect.poll(() => kinds(page)).toContain('text')
  expect(await page.evaluate(() => window.midground!.document().crop?.format)).toBe('4:5')
  await page.evaluate(() => window.midground!.undo())
  expect(await kinds(page)).toEqual(['background', 'subject'])
  expect(await page.evaluate(() => window.midground!.document().crop)).toBeNull()
})

test('the tool rail opens the templates even without a photo', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('toolbar', { name: 'More tools' }).getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Poster' }).click()
  await expect(page.getByRole('heading', { name: 'Drop a photo to use Poster' })).toBeVisible()
})

test("the template cards show the user's photo when its subject is found", async ({ page }) => {
  await openSeparated(page)
  await page.getByRole('application').focus()
  await page.keyboard.press('y')
  const tiles = page.getByRole('tabpanel').locator('li[data-id]')
  const painted = page.getByRole('tabpanel').locator('ul img[src^="data:image/jpeg"]')
  await expect(tiles.first()).toBeVisible()
  const save = page.getByRole('tabpanel').getByRole('button', { name: 'Save as template' })
  expect((await tiles.last().boundingBox())!.y, 'the tiles are above the buttons').toBeLessThan(
    (await save.boundingBox())!.y,
  )
  await expect(painted).toHaveCount(await tiles.count())
  const [first, second] = await painted.evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  expect(first).not.toBe(second)
})

test('a user makes a poster with text behind a person in seven actions', { tag: STORY }, async ({ page }) => {
  await openEditor(page)
  let actions = 0
  const act = (action: Promise<unknown>) => action.then(() => actions++)
  const choosing = page.waitForEvent('filechooser')
  await act(template(page, 'Poster').click())
  await act((await choosing).setFiles(sample('astronaut.png')))
  await expect.poll(() => kinds(page)).toContain('text')
  const title = (await layersOf(page, 'text'))[0]!
  await act(page.getByRole('tab', { name: 'Text', exact: true }).click())
  await act(
    page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Title Anton · / })
      .click(),
  )
  await act(page.getByRole('textbox', { name: 'Text content' }).click())
  await page.keyboard.press('ControlOrMeta+a')
  await act(page.keyboard.type('ORBIT'))
  await expect.poll(async () => (await layersOf(page, 'text')).find(({ id }) => id === title.id)?.text).toBe('ORBIT')
  expect(title.placement).toBe('background')
  const { png } = await download(page)
  actions++
  expect(png.width / png.height).toBeCloseTo(4 / 5, 1)
  expect(actions).toBe(7)
})

test("a user's template is saved without its photo and survives a reload", async ({ page }) => {
  test.slow() // the test starts the editor twice
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the first templates are visible on the empty canvas without scrolling', async ({ page }) => {
    await openEditor(page)
    await expect(template(page, 'Poster')).toBeInViewport({ ratio: 1 })
  })

  test('the toast after applying a second template does not cover any control and closes after undo', async ({
    page,
  }) => {
    await openSeparated(page)
    await page.getByRole('application').focus()
    await page.keyboard.press('y')
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Poster' }).tap()
    await expect.poll(() => kinds(page)).toContain('text')
    await panel.getByRole('button', { name: 'Magazine cover' }).tap()
    const toast = page.getByRole('status').filter({ hasText: 'Layers replaced.' })
    const card = (await toast.boundingBox())!
    const controls = [...(await page.getByRole('toolbar').all()), panel.getByRole('button', { name: 'Close' })]
    for (const control of controls) {
      const box = (await control.boundingBox())!
      const isBeside = box.x >= card.x + card.width || box.x + box.width <= card.x
      const isAboveOrBelow = box.y >= card.y + card.height || box.y + box.height <= card.y
      expect(isBeside || isAboveOrBelow, `toast ${JSON.stringify(card)}, control ${JSON.stringify(box)}`).toBe(true)
    }
    await page.getByRole('application').press('Control+z')
    await expect(toast, 'the step was undone').toBeHidden()
  })
})
