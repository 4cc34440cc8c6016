/** Tests copy, cut and paste of layers: by keys, by the menu, and between tabs. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, layersOf, writeText } from '../support/gestures.ts'
import { expect, openEditor, test as ownPage, sample, uploadAndSeparate } from '../support/test.ts'

const texts = (page: Page) => layersOf(page, 'text')

async function withWords(page: Page) {
  await uploadAndSeparate(page, sample('astronaut.png'))
  await writeText(page, 'COPY ME')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await canvas(page).focus()
}

ownPage('layers are copied and cut by keys, also to another tab', async ({ page, context }) => {
  await openEditor(page)
  await withWords(page)
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(async () => (await texts(page)).length).toBe(2)
  const [original, copy] = await texts(page)
  expect(copy).toMatchObject({ text: 'COPY ME', fontSize: original!.fontSize })
  expect(copy!.position).not.toEqual(original!.position)
  await page.keyboard.press('ControlOrMeta+x')
  await expect.poll(async () => (await texts(page)).length).toBe(1)

  const other = await context.newPage()
  await other.goto('/custom-editor')
  await uploadAndSeparate(other, sample('rocket.jpg')) // the other tab opens a separate project
  await canvas(other).focus()
  await other.keyboard.press('ControlOrMeta+v')
  await expect.poll(async () => (await texts(other)).length).toBe(1)
  const [pasted] = await texts(other)
  expect(pasted).toMatchObject({ text: 'COPY ME' })
  const factor = Math.sqrt((640 * 427) / (512 * 512)) // the text keeps its size relative to the photo
  expect(pasted!.fontSize / original!.fontSize).toBeCloseTo(factor, 2)
})

test('copy and paste in a text field affect the text, not the layer', async ({ page }) => {
  await openEditor(page)
  await withWords(page)
  const field = page.getByRole('textbox', { name: 'Text content' })
  await field.press('ControlOrMeta+a')
  await field.press('ControlOrMeta+c')
  await field.press('ControlOrMeta+v')
  await field.press('ControlOrMeta+v')
  await expect(field).toHaveValue('COPY MECOPY ME')
  expect(await texts(page)).toHaveLength(1)
})
