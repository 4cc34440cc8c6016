/** axe over the editor's states, in both themes and on a phone: no serious or critical violation. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openEditor, sample, test, upload, uploadAndSeparate } from './test.ts'

async function check(page: Page, state: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

async function walk(page: Page) {
  await openEditor(page)
  await check(page, 'empty')
  await upload(page, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check(page, 'alert')
  await page.keyboard.press('Enter')
  await uploadAndSeparate(page, sample('chelsea.png'))
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Add Text' }).click()
  await check(page, 'one text')
  await page.getByRole('button', { name: /^Font/ }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await check(page, 'font picker')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Tune' }).click()
  await expect(page.getByRole('slider', { name: 'Exposure' })).toBeVisible()
  await check(page, 'tune')
}

test('has no serious accessibility violation on a wide screen', async ({ page }) => {
  await walk(page)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'shortcuts')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('has no serious accessibility violation', async ({ page }) => walk(page))
})
