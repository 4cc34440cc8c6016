/** Tests that the top bar doesn't overlap or clip text at any width, in languages with long words. */
import type { Page } from '@playwright/test'
import { shortOrLong } from '../../tests/helpers/longRun.ts'
import { test } from '../support/editorTest.ts'
import { DEMANDING, follow } from '../support/languages.ts'
import { settled } from '../support/settled.ts'
import { expect, openSeparated } from '../support/test.ts'

/** Step between the tested widths in CSS px. */
const STEP = shortOrLong(56, 16)
const WIDTHS = Array.from({ length: (1440 - 320) / STEP + 1 }, (_, i) => 320 + STEP * i)

/** Returns a description of each layout error of the bar. `side`: minimum size of a control in CSS px. */
const faultsOf = (page: Page, side: number) =>
  page.evaluate((side) => {
    const bar = document.querySelector('header') as HTMLElement
    const shown = [...bar.querySelectorAll<HTMLElement>('a,button,[title],[data-kept]')].filter((element) =>
      element.checkVisibility(),
    )
    const boxes = shown.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') || element.textContent
      return { element, name, left, right, top, bottom }
    })
    const faults: string[] = []
    for (const [i, a] of boxes.entries()) {
      if (a.left < -0.5 || a.right > innerWidth + 0.5) faults.push(`${a.name} leaves the screen`)
      const isControl = a.element.matches('a,button')
      if (isControl && (a.right - a.left < side - 0.5 || a.bottom - a.top < side - 0.5))
        faults.push(`${a.name} is ${a.right - a.left} × ${a.bottom - a.top}`)
      const hasBadge = a.element.querySelector('[role=img]') !== null // the crown badge extends beyond the avatar
      if (isControl && !hasBadge && a.element.scrollWidth > a.element.clientWidth + 1)
        faults.push(`${a.name} is cut off`)
      for (const b of boxes.slice(i + 1))
        if (a.left < b.right - 0.5 && b.left < a.right - 0.5) faults.push(`${a.name} lies on ${b.name}`)
    }
    return faults
  }, side)

async function expectRoom(page: Page, height: number, side: number) {
  // hides the photo, which would be repainted at each width
  const hidden = await page.addStyleTag({ content: 'main { display: none }' })
  const found: string[] = []
  for (const language of DEMANDING) {
    await follow(page, language)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height })
      found.push(
        ...(await settled(page, () => faultsOf(page, side))).map((fault) => `${language}, ${width} px: ${fault}`),
      )
    }
  }
  await hidden.evaluate((style) => (style as HTMLElement).remove()) // the next test uses this page too
  expect(found).toEqual([])
}

test('the top bar fits the screen with a mouse', async ({ page }) => {
  await openSeparated(page)
  await expectRoom(page, 800, 24)
})

test("the buttons of the top bar don't move during a download or for a longer file name", async ({ page }) => {
  await openSeparated(page)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const left = async () => (await undo.boundingBox())?.x
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const before = await left()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await download
  await expect(page.getByText('Downloaded', { exact: true })).toBeVisible()
  expect(await left()).toBe(before)
  await page.getByTitle('astronaut', { exact: false }).evaluate((name) => {
    name.textContent = 'a photo with a much longer name than before.png'
  })
  expect(await left()).toBe(before)
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })
  test('the top bar fits a phone in landscape', async ({ page }) => {
    await openSeparated(page)
    await expectRoom(page, 390, 44)
  })

  test('on a phone in landscape, the download dialog shows its buttons', async ({ page }) => {
    await openSeparated(page)
    await page.getByRole('button', { name: 'More download options' }).tap()
    const download = page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'Download' })
    await expect(download).toBeInViewport({ ratio: 1 })
  })

  test("buttons that don't fit the top bar move into the menu", async ({ page }) => {
    await openSeparated(page)
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: 'Save project' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const entries = await page.getByRole('menu').locator('[role=menuitem], [role=separator]').allInnerTexts()
    expect(entries.join('|'), 'a separator divides projects from the rest').toMatch(/Save project.*\|\|.*Search/)
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Save project' }).tap()
    expect((await saved).suggestedFilename()).toBe('astronaut.midground')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('button', { name: 'Save project' })).toBeVisible()
  })
})
