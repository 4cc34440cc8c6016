/** Tests the editor in other languages: the choice of a language, its storage, and right-to-left layout. */
import { checkAxe } from '../support/axe.ts'
import { downloadBy } from '../support/gestures.ts'
import { choose, leftInEnglish, reader } from '../support/languages.ts'
import { expect, openEditor, sample, test, toolTabs, uploadAndSeparate } from '../support/test.ts'

test('the editor in German does not show any English text, even after a reload', async ({ page }) => {
  test.slow() // the test opens every panel in German and runs axe twice
  await openEditor(page)
  await choose(page, 'en', 'de')
  await page.reload()
  const read = reader('de')
  await expect(page.getByRole('button', { name: read('Select an image') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await checkAxe(page, 'the empty editor in German')

  await uploadAndSeparate(page, sample('chelsea.png'))
  await page.getByRole('tab', { name: read('Text'), exact: true }).click()
  await page.getByRole('button', { name: read('Add Text'), exact: true }).click()
  await page.getByRole('textbox', { name: read('Text content') }).fill('Hallo')
  for (const { id } of await toolTabs(page)) {
    const tab = page.locator(`[data-tab="${id}"]`)
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    expect(await leftInEnglish(page, 'de'), id).toEqual([])
  }
  await checkAxe(page, 'a tool in German')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await leftInEnglish(page, 'de'), 'English texts in the shortcuts').toEqual([])
})

test('Arabic pages are laid out from right to left', async ({ page }) => {
  await openEditor(page)
  await choose(page, 'en', 'ar')
  const read = reader('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const [rail, bar] = await Promise.all([
    page.getByRole('tablist', { name: read('Tools') }).boundingBox(),
    page.getByRole('banner').boundingBox(),
  ])
  expect(rail!.x + rail!.width, 'the tools stand on the right').toBeGreaterThan(bar!.width - 10)

  await uploadAndSeparate(page, sample('chelsea.png'))
  const tab = page.getByRole('tab', { name: read('Text'), exact: true })
  await tab.click()
  await expect(tab, 'the mark of the open tab is on the right').toHaveCSS('background-position', /^(100%|right)/)
  await page.getByRole('button', { name: read('Add Text'), exact: true }).click()
  await page.getByRole('textbox', { name: read('Text content') }).fill('مرحبا')
  expect(await leftInEnglish(page, 'ar')).toEqual([])
  await checkAxe(page, 'a text in Arabic')
  const file = await downloadBy(page, () => page.getByRole('button', { name: read('Download'), exact: true }).click())
  expect(file.suggestedFilename()).toMatch(/^chelsea_\d+\.png$/)
})

test.describe('a visitor', () => {
  test.use({ locale: 'fr-CA' })

  test("a visitor sees the browser's language, and can choose another language in the footer", async ({ page }) => {
    const read = reader('fr')
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    for (const path of ['/', '/pricing', '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await leftInEnglish(page, 'fr'), path).toEqual([])
    }
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: read('Language') })
      .click()
    await page.getByRole('button', { name: '日本語', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  })
})
