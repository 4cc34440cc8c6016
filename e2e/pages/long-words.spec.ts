/** Tests that the main screens don't clip text in languages with long words, at any size. */
import type { Page } from '@playwright/test'
import { DEMANDING, follow } from '../support/languages.ts'
import { settled } from '../support/settled.ts'
import { expect, openEditor, sample, test, toolTabs, uploadAndSeparate } from '../support/test.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

/**
 * Returns text that is wider than its box, and how far the page overflows. Skips elements with a title, which shows the
 * full text.
 */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const over = document.documentElement.scrollWidth - innerWidth
    if (over > 0) found.push(`the page: ${over} px`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!isText || element.clientWidth <= 1 || !element.checkVisibility()) continue
      if (element.closest('[title],[aria-hidden=true],.unseen')) continue
      const lost = element.scrollWidth - element.clientWidth
      if (lost > 1) found.push(`${element.textContent?.trim().slice(0, 60)}: ${lost} px`)
    }
    return found
  })

/** Checks the state in all languages before it changes the size, because each new size repaints the canvas. */
async function everywhere(page: Page, state: string): Promise<string[]> {
  const found: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const language of DEMANDING) {
      await follow(page, language)
      for (const text of await settled(page, () => clipped(page)))
        found.push(`${state} in ${language} at ${size.width}: ${text}`)
    }
  }
  return found
}

test("pages in languages with long words don't clip text", async ({ page }) => {
  const found: string[] = []
  for (const path of ['/', '/pricing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    found.push(...(await everywhere(page, path)))
  }
  expect(found).toEqual([])
})

test("the editor in languages with long words doesn't clip text", async ({ page }) => {
  test.slow() // the test opens every panel in several languages
  await openEditor(page)
  await expect(page.getByRole('region', { name: 'Templates' })).toBeVisible() // waits until the panel's code is loaded
  const found = await everywhere(page, 'the empty canvas')
  await uploadAndSeparate(page, sample('chelsea.png'))
  for (const { id } of await toolTabs(page)) {
    await page.setViewportSize(SIZES[0]!)
    await page.locator(`[data-tab="${id}"]`).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    found.push(...(await everywhere(page, id)))
  }
  expect(found).toEqual([])
})
