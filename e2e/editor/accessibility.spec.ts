/** axe over every tool and state of the editor, in both themes, on a wide screen and on a phone. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { test } from '../support/editorTest.ts'
import { addText, dragOnCanvas } from '../support/gestures.ts'
import { expect, openEditor, sample, toolTabs, upload, uploadAndSeparate } from '../support/test.ts'

/** What a tool shows once it has been used, by tab; the others show all they have at once. */
const USED: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async text(page) {
    await addText(page)
    await checkAxe(page, 'one text')
    await page.getByRole('button', { name: /^Font/ }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await checkAxe(page, 'font picker')
    await page.keyboard.press('Escape')
  },
  async emojis(page) {
    await page.getByRole('button', { name: 'Add Emoji' }).click()
    const picker = page.getByRole('dialog', { name: 'Emoji picker' })
    await expect(picker.locator('button[title]').first()).toBeVisible()
    await checkAxe(page, 'emoji picker')
    await picker.locator('button[title]').first().click()
    await checkAxe(page, 'one emoji')
  },
  async 'change-background'(page) {
    await page.getByRole('button', { name: 'Blue #0000FF' }).click()
    await page.getByRole('switch', { name: 'Gradient' }).click()
    await checkAxe(page, 'a coloured background')
    await page.getByRole('radio', { name: 'Image' }).click()
    await checkAxe(page, 'choosing a background image')
    await page.getByRole('button', { name: 'Reset Background' }).click()
  },
  async 'clone-image'(page) {
    await page.getByRole('button', { name: 'Clone subject' }).click()
    await checkAxe(page, 'one clone')
  },
  async outline(page) {
    await page.getByRole('switch', { name: 'Cutout outline' }).click()
    await checkAxe(page, 'an outline')
  },
  async images(page) {
    await page.getByLabel('Overlay image', { exact: true }).setInputFiles(sample('chelsea.png'))
    await checkAxe(page, 'a pending overlay')
    await page.getByRole('button', { name: 'Move to Editor' }).click()
    await checkAxe(page, 'one overlay')
  },
  async shapes(page) {
    await page.getByRole('button', { name: 'Add Shape' }).click()
    await checkAxe(page, 'one shape')
  },
  async draw(page) {
    await page.getByRole('switch', { name: 'Drawing mode' }).click()
    await dragOnCanvas(page, { x: 60, y: 40 }, { x: 300, y: 200 })
    await page.getByRole('button', { name: '1 stroke' }).click()
    await checkAxe(page, 'one stroke')
  },
}

async function walk(page: Page) {
  test.slow() // axe over every panel
  await openEditor(page)
  await checkAxe(page, 'empty')
  await upload(page, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkAxe(page, 'alert')
  await page.keyboard.press('Enter')
  await uploadAndSeparate(page, sample('chelsea.png'))
  for (const { id, label } of await toolTabs(page)) {
    await page.getByRole('tab', { name: label, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: label, exact: true })).toBeVisible()
    await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0) // its code has come
    await checkAxe(page, `the panel ${label}`)
    await USED[id]?.(page)
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await checkAxe(page, 'account menu')
  await page.keyboard.press('Escape')
}

test('has no serious accessibility violation on a wide screen', async ({ page }) => {
  await walk(page)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAxe(page, 'shortcuts')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('has no serious accessibility violation', async ({ page }) => walk(page))
})
