/** Tests the touch layout: nothing is clipped or overlaps, every target has 44 px, and typed text stays visible. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { fingers, hash, layersOf, openTab, setField, unfold, writeText } from '../support/gestures.ts'
import { DEMANDING, follow } from '../support/languages.ts'
import { settled } from '../support/settled.ts'
import { expect, openSeparated, toolTabs } from '../support/test.ts'

const FINGER = 44

/** Returns the name and size (CSS px) of each target that is too small for a finger. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href],button,input,select,textarea,[role=tab],[role=switch],[role=radio],[role=option],[role=menuitem]',
    )
    return [...targets].flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const style = getComputedStyle(target)
      const isSeen = width > 1 && height > 1 && style.visibility === 'visible' && style.opacity !== '0'
      if (!isSeen || target.closest('[aria-hidden=true]')) return []
      // a tap on the field's label also focuses the field
      const isField = target.matches('input:not([type]),input[type=text]')
      const isTooSmall = height < finger - 0.5 || (!isField && width < finger - 0.5)
      const name = target.getAttribute('aria-label') ?? target.textContent ?? ''
      return isTooSmall ? [`${target.tagName} ${name.trim().slice(0, 30)} ${width} × ${height}`] : []
    })
  }, FINGER)
}

/** Returns the toolbar's box, or null while the toolbar is hidden. */
const box = (page: Page, name: string) => page.getByRole('toolbar', { name }).boundingBox()

type Box = NonNullable<Awaited<ReturnType<typeof box>>>
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

async function withText(page: Page) {
  await openSeparated(page)
  await writeText(page)
}

/** Presses a button while the user types and the toolbars are hidden. Undoes its effect. */
async function endTyping(page: Page, press: 'tap' | 'click') {
  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  await page.getByRole('textbox', { name: 'Text content' }).tap()
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(bar).toBeHidden()
  const size = async () => (await layersOf(page, 'text'))[0]?.fontSize ?? 0
  const before = await size()
  await page.getByRole('button', { name: 'Fit', exact: true })[press]()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar).toBeVisible()
  await expect.poll(size).toBeLessThan(before)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().tap()
  await expect.poll(size).toBe(before)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every control has the minimum touch size', async ({ page }) => {
    test.slow() // the test expands every section of every panel
    await withText(page)
    for (const { label } of await toolTabs(page)) {
      const tab = page.getByRole('tab', { name: label, exact: true })
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
      await expect(page.getByRole('tabpanel', { name: label, exact: true }).getByRole('button').nth(1)).toBeVisible()
      await unfold(page.getByRole('tabpanel'))
      expect(await settled(page, () => tooSmall(page)), label).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, 'the page is not scrolled sideways').toBeLessThanOrEqual(0)
  })

  test('the Crop button stays visible while a layer is selected', async ({ page }) => {
    await withText(page)
    await page.getByRole('button', { name: 'Crop', exact: true }).tap()
    await expect(page.getByRole('tabpanel', { name: 'Crop', exact: true })).toBeVisible()
  })

  test('the top bar of a phone shows the word "Saved"', async ({ page }) => {
    await withText(page)
    await page.getByRole('tab', { name: 'Tune', exact: true }).tap()
    await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeInViewport({ ratio: 1 })
  })

  test("the toolbars at the photo's lower edge never overlap", async ({ page }) => {
    await openSeparated(page)
    const layers = page.getByRole('button', { name: 'Layers', exact: true })
    const others = async () => [(await box(page, 'History'))!, (await layers.boundingBox())!]
    await expect(page.getByRole('toolbar', { name: 'Photo' }).getByText('Erase & select')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('toolbar', { name: 'Photo' }).getByText('Templates')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Erase & select' })).toHaveCount(1) // in the bar, not in the rail
    const photoBar = (await box(page, 'Photo'))!
    expect((await others()).filter((other) => overlap(photoBar, other))).toEqual([])
    const countWholeTools = () =>
      page
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.filter((tab) => tab.getBoundingClientRect().right <= innerWidth).length)
    await expect.poll(countWholeTools).toBeGreaterThanOrEqual(7)
    const lines = page.getByRole('tab').evaluateAll((tabs) =>
      tabs.map(({ lastChild }) => {
        const words = document.createRange()
        if (lastChild) words.selectNodeContents(lastChild)
        return words.getClientRects().length
      }),
    )
    expect(new Set(await lines), 'every label has one line').toEqual(new Set([1]))
    await page.getByRole('button', { name: 'Erase & select' }).tap()
    await expect(page.getByRole('toolbar', { name: 'More tools' }).getByText('Erase & select')).toBeInViewport({
      ratio: 1,
    })
    await writeText(page)
    await page.getByRole('application', { name: 'Canvas' }).focus()
    await expect(page.getByRole('toolbar', { name: 'More tools' }).getByText('Erase & select')).toHaveCount(1)
    const actions = page.getByRole('toolbar', { name: 'Selected layer' }).getByRole('button')
    const seeWhole = async (...words: string[]) => {
      await expect(actions).toHaveText(words)
      for (const action of await actions.all()) await expect(action).toBeInViewport({ ratio: 1 })
    }
    await seeWhole('Best place', 'In front', 'Duplicate', 'Delete')
    // this button moves the text in front of the subject, so the bar no longer offers Best place
    await actions.nth(1).tap()
    await setField(page, 'Size', '700')
    await page.getByRole('application', { name: 'Canvas' }).focus()
    await seeWhole('Fit', 'Behind', 'Duplicate', 'Delete')
    await actions.nth(0).tap()
    await seeWhole('Color', 'Behind', 'Duplicate', 'Delete')
    await expect(async () => {
      const bar = (await box(page, 'Selected layer'))!
      expect((await others()).filter((other) => overlap(bar, other))).toEqual([])
    }).toPass()
    await test.step("a swipe over the top bar or the tabs doesn't leave the editor", async () => {
      const before = await hash(page)
      for (const name of ['Download', 'Text']) {
        const control = page.getByRole(name === 'Text' ? 'tab' : 'button', { name, exact: true })
        const { y, height } = (await control.boundingBox())!
        const across = Array.from({ length: 12 }, (_, i) => [{ x: 20 + 30 * i, y: y + height / 2 }])
        await fingers(page, across)
        await fingers(page, across.reverse())
      }
      // The browser would navigate back a few frames after the swipe.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
      await expect(page).toHaveURL('/custom-editor')
      expect(await hash(page)).toBe(before)
    })
  })

  test("the font list doesn't cover the canvas and stays open while the user tries fonts", async ({ page }) => {
    await withText(page)
    const canvas = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
    const list = page.getByRole('dialog', { name: 'Font', exact: true })
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Font: / })
      .tap()
    await expect(list).toBeVisible()
    await expect(async () => {
      const { y, height } = (await list.boundingBox())!
      expect(y).toBeGreaterThanOrEqual(canvas.y + canvas.height - 12)
      expect(y + height).toBeCloseTo(844, 0)
    }).toPass()
    for (const nth of [1, 2]) {
      const option = list.getByRole('option').nth(nth)
      await option.tap()
      await expect(option).toHaveAttribute('aria-selected', 'true')
    }
    await list.getByRole('button', { name: 'Close' }).tap()
    await expect(list).toBeHidden()
  })

  test('the on-screen keyboard does not cover a text layer while the user types on the canvas', async ({ page }) => {
    await openSeparated(page)
    await openTab(page, 'Text')
    await page.getByRole('button', { name: 'Add Text' }).click()
    const words = page.getByRole('textbox', { name: 'Text on the photo' })
    await expect(words).toBeFocused()
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(async () => {
      const room = (await page.getByRole('application', { name: 'Canvas' }).boundingBox())!
      expect(room).toMatchObject({ x: 0, y: 0, width: 390, height: 500 })
      const text = (await words.boundingBox())!
      expect(text.width, 'the text fills the screen').toBeGreaterThan(200)
      expect(text.y, 'in the visible area').toBeGreaterThanOrEqual(0)
      expect(text.y + text.height, 'above the bar').toBeLessThanOrEqual(500 - 52)
    }).toPass()
    await expect(page.getByRole('banner')).toBeHidden()
    for (const name of ['Selected layer', 'Undo and redo', 'Tools'])
      await expect(page.getByRole('toolbar', { name })).toBeHidden()
    await test.step('the row above the keyboard changes font and color without ending the typing', async () => {
      await page.getByRole('button', { name: 'Anton', exact: true }).tap()
      await page.getByRole('button', { name: 'Color', exact: true }).tap()
      await page.getByRole('button', { name: 'Red #FF0000', exact: true }).tap()
      await expect(words).toBeFocused()
    })
    await page.keyboard.type('HELLO')
    await page.getByRole('button', { name: 'Done', exact: true }).tap()
    await expect(words).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible()
    const layers = await page.evaluate(() => Object.values(window.midground!.document().layers))
    expect(layers).toContainEqual(
      expect.objectContaining({ kind: 'text', text: 'HELLO', fontFamily: 'Anton', color: '#FF0000' }),
    )
    expect((await layersOf(page, 'text'))[0]?.fontSize, 'words in the chosen font are fitted').toBeLessThan(600)
    await test.step('undo reverts the typed text, its font, color and place in one step', async () => {
      await page.getByRole('button', { name: 'Undo', exact: true }).tap()
      expect((await layersOf(page, 'text'))[0]).toMatchObject({ text: 'new text', color: '#ffffff', fontSize: 600 })
      await page.getByRole('button', { name: 'Redo', exact: true }).tap()
    })
    await test.step('after the typing, the panel shows the card of the text layer', async () => {
      const { y } = (await page.getByRole('tabpanel').boundingBox())!
      await expect
        .poll(async () => (await page.getByRole('region', { name: 'HELLO' }).boundingBox())!.y - y)
        .toBeLessThan(60)
    })
  })

  test('the tool panel is at most 112 px high while the user types', async ({ page }) => {
    await withText(page)
    const words = page.getByRole('textbox', { name: 'Text content' })
    await words.tap()
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(page.getByRole('toolbar', { name: 'Selected layer' })).toBeHidden()
    await expect(async () => {
      const panel = (await page.getByRole('tabpanel').boundingBox())!
      expect(panel.width, 'the sheet stays below the photo').toBe(390)
      expect(panel.height).toBeLessThanOrEqual(112)
      const field = (await words.boundingBox())!
      expect(field.y).toBeGreaterThanOrEqual(panel.y)
      expect(field.y + field.height).toBeLessThanOrEqual(500)
    }).toPass()
    await words.blur()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('toolbar', { name: 'Selected layer' })).toBeVisible()
    for (const press of ['tap', 'click'] as const)
      await test.step(`a ${press} that ends typing also presses the button under the finger`, () =>
        endTyping(page, press))
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('the toolbar of the selected layer fits in one row', async ({ page }) => {
    await withText(page)
    for (const language of DEMANDING) {
      await follow(page, language)
      await page.locator('[role=application]').focus()
      const height = () =>
        page
          .locator('main [role=toolbar]')
          .first()
          .evaluate((bar) => bar.clientHeight)
      await expect.poll(height, language).toBeLessThanOrEqual(FINGER + 8)
    }
  })

  test('the Done button ends text editing on the canvas', async ({ page }) => {
    await openSeparated(page)
    await openTab(page, 'Text')
    await page.getByRole('button', { name: 'Add Text' }).click()
    const words = page.getByRole('textbox', { name: 'Text on the photo' })
    await expect(words).toBeFocused()
    await expect(page.getByRole('toolbar', { name: 'Zoom' })).toBeHidden()
    const bar = page.getByRole('toolbar', { name: 'Styles' })
    await expect(bar.getByRole('button'), 'the panel offers fonts and colors').toHaveCount(1)
    await page.getByRole('button', { name: 'Done', exact: true }).tap()
    await expect(words).toBeHidden()
    await expect(page.getByRole('toolbar', { name: 'Zoom' })).toBeVisible()
  })
})

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test('the canvas fills the screen while the user edits text on the canvas', async ({ page }) => {
    await openSeparated(page)
    await openTab(page, 'Text')
    await page.getByRole('button', { name: 'Add Text' }).click()
    await expect(page.getByRole('textbox', { name: 'Text on the photo' })).toBeFocused()
    const shown = () => page.getByRole('application', { name: 'Canvas' }).boundingBox()
    await expect(page.getByRole('banner'), 'a hardware keyboard covers nothing').toBeVisible()
    expect((await shown())!.height).toBeLessThan(390)
    await page.setViewportSize({ width: 844, height: 190 })
    await expect.poll(shown).toEqual({ x: 0, y: 0, width: 844, height: 190 })
  })

  test('the toolbar of the selected layer does not cover the zoom controls', async ({ page }) => {
    await withText(page)
    await setField(page, 'Size', '600')
    await page.getByRole('application', { name: 'Canvas' }).focus()
    for (const horizontal of ['50', '80', '100']) {
      await setField(page, 'Horizontal', horizontal)
      await page.getByRole('application', { name: 'Canvas' }).focus()
      const covers = async () => {
        const [bar, zoom] = [await box(page, 'Selected layer'), await box(page, 'Zoom')]
        return bar && zoom && overlap(bar, zoom)
      }
      await expect.poll(covers, horizontal).toBe(false)
    }
  })
})
