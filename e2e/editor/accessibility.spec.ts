/** Runs axe on every tool and state of the editor, in both themes, on a wide screen and on a phone. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { addText, dragOnCanvas, runFromMenu } from '../support/gestures.ts'
import { expect, openEditor, sample, toolTabs, upload, uploadAndSeparate } from '../support/test.ts'

type Check = (state: string) => Promise<void>

/** Actions that show a tool's remaining controls, by tab. Other tabs show all controls at the same time. */
const USED: Readonly<Record<string, (page: Page, check: Check) => Promise<void>>> = {
  async text(page, check) {
    await addText(page)
    await check('one text')
    await page.getByRole('button', { name: /^Font/ }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await check('font picker')
    await page.keyboard.press('Escape')
    const styles = page.getByRole('button', { name: 'Styles', exact: true })
    if ((await styles.getAttribute('aria-expanded')) === 'false') await styles.click() // open on a wide screen
    await check('text styles')
  },
  async emojis(page, check) {
    await page.getByRole('button', { name: 'Add Emoji' }).click()
    const picker = page.getByRole('dialog', { name: 'Emoji picker' })
    await expect(picker.locator('button[title]').first()).toBeVisible()
    await check('emoji picker')
    await picker.locator('button[title]').first().click()
    await check('one emoji')
  },
  async 'change-background'(page, check) {
    await page.getByRole('button', { name: 'Blue #0000FF' }).click()
    await page.getByRole('switch', { name: 'Gradient' }).click()
    await check('a colored background')
    await page.getByRole('radio', { name: 'Image' }).click()
    await check('choosing a background image')
    await page.getByRole('button', { name: 'Reset Background' }).click()
  },
  async 'clone-image'(page, check) {
    await page.getByRole('button', { name: 'Clone subject' }).click()
    await check('one clone')
  },
  async outline(page, check) {
    await page.getByRole('switch', { name: 'Cutout outline' }).click()
    await check('an outline')
  },
  async images(page, check) {
    await page.getByLabel('Overlay image', { exact: true }).setInputFiles(sample('chelsea.png'))
    await check('a pending overlay')
    await page.getByRole('button', { name: 'Move to Editor' }).click()
    await check('one overlay')
  },
  async shapes(page, check) {
    await page.getByRole('button', { name: 'Add Shape' }).click()
    await check('one shape')
  },
  async draw(page, check) {
    await page.getByRole('switch', { name: 'Drawing mode' }).click()
    await dragOnCanvas(page, { x: 60, y: 40 }, { x: 300, y: 200 })
    await page.getByRole('button', { name: '1 stroke' }).click()
    await check('one stroke')
  },
}

/**
 * Checks all panels with axe. The empty editor and the opened photo are checked completely, all other states within
 * `scope`.
 */
async function walk(page: Page, scope: 'panel' | 'no colours') {
  test.slow() // the test runs axe on every panel
  const check = (state: string) => checkAxe(page, state, scope)
  await openEditor(page)
  await expect(page.getByRole('region', { name: 'Templates' })).toBeVisible() // waits for the panel's code
  await checkAxe(page, 'empty')
  await upload(page, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('alert')
  await page.keyboard.press('Enter')
  await uploadAndSeparate(page, sample('chelsea.png'))
  await checkAxe(page, 'a photo')
  for (const { id, label } of await toolTabs(page)) {
    await page.getByRole('tab', { name: label, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: label, exact: true })).toBeVisible()
    await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0) // waits for the panel's code
    await check(`the panel ${label}`)
    await USED[id]?.(page, check)
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check('account menu')
  await page.keyboard.press('Escape')
}

test('the editor has no serious accessibility violation on a wide screen', async ({ page }) => {
  await walk(page, 'panel')
  await checkAxe(page, 'all layers')
  await runFromMenu(page, 'Menu', 'Keyboard shortcuts')
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAxe(page, 'shortcuts', 'panel')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  // skips the contrast, because the panels have the same colors on a phone as on a wide screen
  test('the editor on a phone has no serious accessibility violation', async ({ page }) => walk(page, 'no colours'))
})
