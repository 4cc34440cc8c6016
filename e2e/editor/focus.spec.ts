/** Tests the keyboard focus after the focused element is removed, and a tool that can't be loaded. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { writeText } from '../support/gestures.ts'
import { expect, openEditor, openSeparated, test as ownPage } from '../support/test.ts'

const canvas = (page: Page) => page.getByRole('application', { name: 'Canvas' })
const words = (page: Page) => page.getByRole('textbox', { name: 'Text content' })
const layers = (page: Page) => page.evaluate(() => Object.keys(window.midground!.document().layers).length)

test('the focus moves to the canvas or to new text when the focused control disappears', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('button', { name: /astronaut/i }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Text', exact: true })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(canvas(page)).toBeFocused()
  await page.keyboard.press('Shift+T')
  await page.keyboard.type('Hello') // types before the panel with the text field appears
  await expect(words(page)).toBeFocused()
  await expect(words(page)).toHaveValue('Hello')
  await page
    .getByRole('toolbar', { name: 'Selected layer' })
    .getByRole('button', { name: 'Delete layer' })
    .press('Enter')
  await expect(words(page)).toHaveCount(0)
  await expect(canvas(page)).toBeFocused()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('tabpanel')).toHaveCount(0)
  await expect(canvas(page)).toBeFocused()

  await test.step('on a narrow screen, keys typed after Shift+T go into the new text', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('tab', { name: 'Tune' }).click()
    await page.getByRole('slider', { name: 'Exposure' }).focus()
    await page.keyboard.press('Shift+T')
    await page.keyboard.type('Again')
    await expect(words(page)).toHaveValue('Again')
  })
})

test('a tab shows a focus ring only after keyboard use', async ({ page }) => {
  await openSeparated(page)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Text').click()
  await expect(tab('Text')).toBeFocused()
  await expect(tab('Text')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowDown')
  await expect(tab('Emojis')).toBeFocused()
  await expect(tab('Emojis')).toHaveCSS('outline-style', 'solid')
  for (const [width, key] of [
    [1024, 'ArrowDown'],
    [390, 'ArrowRight'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(isRingClipped), `${width} px`).toBe(false)
  }
})

/** Returns true if the rail clips the focus ring of its focused tool. Runs in the page. */
function isRingClipped(): boolean {
  const tool = document.activeElement!
  const { outlineOffset, outlineWidth } = getComputedStyle(tool)
  const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const [ring, rail] = [tool, tool.closest('.sideways, .downwards')!].map((element) => element.getBoundingClientRect())
  return ring!.left - reach < rail!.left || ring!.top - reach < rail!.top || ring!.bottom + reach > rail!.bottom
}

test('the canvas has a focus ring after Tab, but not after Escape in a text layer', async ({ page }) => {
  await openSeparated(page)
  await writeText(page)
  await words(page).click()
  await page.keyboard.press('Escape')
  await expect(canvas(page)).toBeFocused()
  await expect(canvas(page)).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text on the photo' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(canvas(page)).toBeFocused()
  await expect(canvas(page)).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Tab')
  await expect(canvas(page)).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(canvas(page)).toBeFocused()
  await expect(canvas(page)).toHaveCSS('outline-style', 'solid')
})

test('the focus remains on Undo or Redo when the button becomes disabled', async ({ page }) => {
  await openSeparated(page)
  await writeText(page)
  for (const name of ['Undo', 'Redo']) {
    const button = page.getByRole('button', { name })
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toBeFocused()
    const before = await layers(page)
    await button.press('Enter')
    expect(await layers(page)).toBe(before)
  }
})

ownPage('every tool opens after the connection is lost once the photo is loaded', async ({ page, context }) => {
  // The files of the tools load one after another. This file loads last.
  const last = page.waitForResponse('**/assets/MaskEditPanel-*.js')
  await openSeparated(page)
  await (await last).finished()
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Tune' }).click()
  await expect(page.getByRole('slider', { name: 'Exposure' })).toBeVisible()
  await page.getByRole('tab', { name: 'Cutout' }).click()
  await expect(page.getByRole('switch', { name: 'Cutout outline' })).toBeVisible()
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add Text' })).toBeEnabled()
})

ownPage(
  'the editor stays usable when the code of its dialogs or the account’s menu fails to load',
  async ({ page }) => {
    await page.route(/\/assets\/(AppDialogs|AccountMenu)-/, (route) => route.abort())
    await openEditor(page)
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(/\/assets\/(AppDialogs|AccountMenu)-/)
    await again.click()
    const account = page.getByRole('button', { name: 'Account', exact: true })
    await account.click() // the click loads the menu's code
    await expect(account).toHaveAttribute('aria-haspopup', 'menu')
    await account.click()
    await page.getByRole('menuitem', { name: 'Language', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible()
  },
)
