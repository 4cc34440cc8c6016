/** Steps for tests of saved projects. */
import type { Locator, Page } from '@playwright/test'
import { hash, writeText } from '../support/gestures.ts'
import { expect, sample, uploadAndSeparate } from '../support/test.ts'

export const projects = (page: Page) => page.getByRole('region', { name: 'Recent projects' })
const restore = (page: Page) => page.getByRole('button', { name: 'Restore last session' })
/** Waits until the last step is saved. */
const kept = (page: Page) => expect(page.locator('[data-kept]')).toBeVisible()

/** Waits until the only project in the list has its thumbnail. */
export const pictured = (place: Locator) =>
  expect.poll(() => place.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)

/**
 * Opens a photo, adds a text layer behind its subject and waits until the project is saved. Returns the hash of the
 * state.
 */
export async function work(page: Page, file = 'chelsea.png'): Promise<string> {
  await uploadAndSeparate(page, sample(file))
  await writeText(page, 'KEPT')
  // moves the focus, so that the editor fits the text; the hash depends on the text's final size
  await page.getByRole('application', { name: 'Canvas' }).focus()
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.midground!.document().layers))).toContain('KEPT')
  await kept(page)
  return hash(page)
}

export async function restored(page: Page, state: string) {
  await restore(page).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
  expect(await hash(page)).toBe(state)
}
