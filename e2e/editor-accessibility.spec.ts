/** axe over every tool and state of the editor, in both themes, on a wide screen and on a phone. */
import type { Page } from '@playwright/test'
import { checkAxe } from './axe.ts'
import { expect, openEditor, sample, test, toolTabs, upload, uploadAndSeparate } from './test.ts'

/** What a tool shows once it has been used, by tab; the others show all they have at once. */
const USED: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async text(page) {
    await page.getByRole('button', { name: 'Add Text' }).click()
    await checkAxe(page, 'one text')
    await page.getByRole('button', { name: /^Font/ }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await checkAxe(page, 'font picker')
    await page.keyboard.press('Escape')
  },
}

async function walk(page: Page) {
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
