/** Tests that selection, focus and movable elements stay visible in forced-colors mode. */
import type { Locator } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import { expect, openSeparated, test as ownPage } from '../support/test.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

const fill = (target: Locator) => target.evaluate((element) => getComputedStyle(element).backgroundColor)
const edge = (target: Locator) =>
  target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return [outlineStyle, Number.parseFloat(outlineWidth)]
  })

test('the editor shows selection and focus in forced-colors mode', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  const text = page.getByRole('tab', { name: 'Text', exact: true })
  await text.click()
  await page.getByRole('button', { name: 'Add Text' }).click()
  const words = page.getByRole('textbox', { name: 'Text content' })
  await expect(words).toBeFocused()

  expect(await fill(text), 'the open tool').not.toBe(await fill(page.getByRole('tab', { name: 'Emojis' })))
  const [behind, front] = [page.getByRole('radio', { name: 'Behind' }), page.getByRole('radio', { name: 'In front' })]
  expect(await fill(behind), 'the chosen side').not.toBe(await fill(front))

  expect(await edge(words), 'the focus').toEqual(['solid', 2])
  expect(await edge(front), 'a button').toEqual(['solid', 1])
  await page.keyboard.press('Tab')
  expect(await edge(page.locator(':focus')), 'the focus, moved by the keyboard').toEqual(['solid', 2])
  expect(await edge(words), 'a field').toEqual(['solid', 1])

  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu'), 'the border of a menu').toHaveCSS('border-top-style', 'solid')
})

ownPage('a slider shows its track and its thumb in forced-colors mode', async ({ page }) => {
  await page.goto('/')
  const slider = page.getByRole('slider', { name: 'Position' })
  await slider.scrollIntoViewIfNeeded()
  const { data } = PNG.sync.read(await slider.screenshot())
  const isPage = (i: number) => [0, 1, 2].every((c) => data[i + c] === data[c])
  let drawn = 0
  for (let i = 0; i < data.length; i += 4) if (!isPage(i)) drawn++
  expect(drawn, 'pixels of another color than the corner').toBeGreaterThan(200)
})
