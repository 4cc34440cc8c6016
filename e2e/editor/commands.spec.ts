/** Tests the command palette: search by name, use by keyboard only, other languages, and a phone. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { canvas } from '../support/gestures.ts'
import { follow } from '../support/languages.ts'
import { expect, openEditor, openSeparated } from '../support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const search = (page: Page) => palette(page).getByRole('combobox', { name: 'Search commands' })
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })
const layers = (page: Page) => page.evaluate(() => window.midground!.document().order.length)

test('the tool rail has one button for all four modes of the subject tool', async ({ page }) => {
  await openEditor(page)
  const tools = page.getByRole('toolbar', { name: 'More tools' })
  const entry = tools.getByRole('button', { name: 'Erase & select' })
  await expect(entry).toHaveAttribute('aria-disabled', 'true')
  await openSeparated(page)
  await entry.click()
  await expect(page.getByText(/Click .* to erase/), 'one instruction').toBeVisible()
  await expect(entry).toHaveAttribute('aria-pressed', 'true')
  const modes = page.getByRole('tabpanel').getByRole('toolbar', { name: 'Erase & select' })
  await expect(modes.getByRole('button', { pressed: true })).toHaveAccessibleName('Erase object')
  await checkAxe(page, 'modes of the subject', 'panel')
  for (const [name, title] of [
    ['Keep: Select subject', 'Select subject'],
    ['Lift object', 'Lift object'],
    ['Brush: Edit mask', 'Edit mask'],
  ] as const) {
    const mode = modes.getByRole('button', { name, exact: true })
    await mode.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tabpanel', { name: title, exact: true })).toBeVisible()
    await expect(mode).toHaveAttribute('aria-pressed', 'true')
    await expect(mode).toBeFocused()
    await expect(entry).toHaveAttribute('aria-pressed', 'true')
  }
  await tools.getByRole('button', { name: 'Templates' }).click()
  await expect(page.getByRole('region', { name: 'Templates' })).toBeVisible()
  await expect(entry).toHaveAttribute('aria-pressed', 'false')
})

test('the command palette runs commands by name and lists recent commands first', async ({ page }) => {
  await openSeparated(page)
  const before = await layers(page)
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await checkAxe(page, 'palette')
  await search(page).evaluate((field) => {
    const cancel = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true } // cancels only a composition
    field.dispatchEvent(new KeyboardEvent('keydown', cancel))
  })
  await page.keyboard.type('adtx')
  await expect(option(page, 'Add Text')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Text content' })).toBeFocused()
  expect(await layers(page)).toBe(before + 1)

  await page.keyboard.press('Control+k') // opens the palette while the user is typing text
  await expect(palette(page).getByRole('option').first()).toHaveAccessibleName('Add Text')
  await page.keyboard.press('End')
  await expect(option(page, 'Tour')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Add Text')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('no such command')
  await expect(palette(page).getByText('No commands match “no such command”')).toBeVisible()
  await checkAxe(page, 'palette without results')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Text content' })).toBeFocused()
})

test('the command palette shows why a command is disabled', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add text')
  await expect(option(page, 'Add Text')).toHaveAttribute('aria-disabled', 'true')
  await expect(option(page, 'Add Text')).toHaveAccessibleDescription('Upload a photo first.')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await search(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await checkAxe(page, 'palette, dark')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await follow(page, 'ar')
  await page.keyboard.press('Control+k')
  const arabic = page.getByRole('dialog', { name: 'الأوامر' })
  const first = arabic.getByRole('option').first()
  await arabic.getByRole('combobox').fill('اضافة نص') // finds the command even though the text lacks the hamza
  await expect(first).toHaveAccessibleName('إضافة نص')
  await arabic.getByRole('combobox').fill('keyboard shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Ctrl')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the command palette opens from the menu without the on-screen keyboard', async ({ page }) => {
    await openSeparated(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Search commands' }).tap()
    await expect(palette(page)).toBeVisible()
    await expect(search(page)).not.toBeFocused()
    await checkAxe(page, 'palette on a phone')
    await search(page).fill('shape')
    await option(page, 'Add Shape').tap()
    await expect(palette(page)).toHaveCount(0)
    await expect(page.getByRole('tabpanel', { name: 'Shapes' })).toBeVisible()
    await expect(canvas(page)).toBeVisible()
  })
})
