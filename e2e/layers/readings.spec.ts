/**
 * A photo whose subject is in doubt: the possible subjects are offered over the photo while the user goes on working. Keys,
 * a phone and the end of the offer are tested in `client/editor/canvas-ui/SubjectReadings.gpu.test.tsx`.
 */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { hash, openTab } from '../support/gestures.ts'
import { expect, openEditor, SEPARATING, sample, test, upload } from '../support/test.ts'

test.use({ ...SEPARATING, hasTouch: true }) // the offer has its large buttons
// The networks on a software GPU.
test.describe.configure({ mode: 'default', timeout: 480_000 })
const PATIENT = { timeout: 200_000 }

const offer = (page: Page) => page.getByRole('region', { name: 'Which is your subject?' })
const suggestion = (page: Page, number: number) => offer(page).getByRole('button', { name: `Suggestion ${number}` })
const coverageOf = async (page: Page) =>
  Buffer.from(await page.evaluate(() => Array.from(window.midground!.matte()!.coverage)))
const isShown = (page: Page, number: number) =>
  expect(suggestion(page, number)).toHaveAttribute('aria-pressed', 'true', PATIENT)

test('offers the possible subjects of a photo in doubt, and takes what is chosen', async ({ page }) => {
  await openEditor(page, '?improve')
  await upload(page, sample('astronaut.png'))
  await expect.poll(() => page.evaluate(() => window.midground!.document().separation !== null), PATIENT).toBe(true)
  // The offer holds nothing up: the user adds a text before it comes, and the focus stays in it.
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text' }).click()
  const text = page.getByRole('textbox', { name: 'Text content' })
  await text.fill('HELLO')
  await expect(offer(page)).toBeVisible(PATIENT)
  await expect(text).toBeFocused()
  await isShown(page, 1)
  expect(
    await offer(page)
      .getByRole('button', { name: /^Suggestion/ })
      .count(),
  ).toBe(3)
  await checkAxe(page, 'possible subjects')
  const found = { hash: await hash(page), coverage: await coverageOf(page) }

  await suggestion(page, 2).click()
  await isShown(page, 2)
  const differing = (await coverageOf(page)).filter((value, i) => Math.abs(value - found.coverage[i]!) > 100).length
  expect(differing, 'pixels of the other subject').toBeGreaterThan(2000)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await isShown(page, 1)
  expect(await hash(page)).toBe(found.hash)
})
