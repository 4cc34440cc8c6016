/** Tests the guided tour: it starts at the first visit or by its button, and the editor stays usable. */
import type { Page } from '@playwright/test'
import { checkAxe } from '../support/axe.ts'
import { canvas, runFromMenu } from '../support/gestures.ts'
import { DEMANDING, follow, reader } from '../support/languages.ts'
import { expect, MOVING, openEditor, sample, signUp, test, upload } from '../support/test.ts'

test.use({ sawTour: false, ...MOVING })

const tour = (page: Page) => page.getByRole('dialog', { name: 'Tour' })
const press = (page: Page, name: string) => tour(page).getByRole('button', { name, exact: true }).click()

/** Cards of the tour: a welcome, nine tools and an end. */
const STEPS = 11

async function reaches(page: Page, n: number, title = /./) {
  await expect(tour(page)).toContainText(`${n + 1} of ${STEPS}`)
  await expect(tour(page).getByRole('heading')).toHaveText(title)
}

test('the tour starts automatically once, in the interface language', async ({ page }) => {
  await openEditor(page)
  await expect(tour(page)).toBeVisible()
  await reaches(page, 0, /^Welcome$/)
  const samples = page.getByText('No photo? Try a sample.').locator('..').getByRole('button')
  await expect(samples).toHaveCount(4)
  for (const sample of await samples.all()) await sample.click({ trial: true }) // fails if the card covers the sample
  const titles = new Set<string | null>()
  for (let n = 1; n < STEPS; n++) {
    await press(page, 'Next')
    await reaches(page, n)
    titles.add(await tour(page).getByRole('heading').textContent())
    const isOnScreen = async () => {
      const box = (await tour(page).boundingBox())!
      const { width, height } = page.viewportSize()!
      return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
    }
    await expect.poll(isOnScreen).toBe(true)
  }
  expect(titles.size, 'each step has its own title').toBe(STEPS - 1)
  await reaches(page, STEPS - 1, /^You’re all set$/)
  await expect(tour(page).getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await press(page, 'Back')
  await reaches(page, STEPS - 2)
  await press(page, 'Next')
  await press(page, 'Done')
  await expect(tour(page)).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Select an image' })).toBeVisible()
  await page.getByRole('button', { name: 'Tour' }).click()
  await reaches(page, 0)
  await checkAxe(page, 'tour')
  await test.step('the tour follows a language change in another tab', async () => {
    await follow(page, 'de')
    await expect(page.locator('[data-tour]').getByRole('heading')).toHaveText(reader('de')('Welcome'))
  })
})

test('a user can end the tour at any step with the Skip button, with Escape or by using the editor', async ({
  page,
}) => {
  await openEditor(page)
  await test.step("keys control the tour while the tour's card has the focus", async () => {
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused()
    await page.keyboard.press('Enter')
    await reaches(page, 1)
  })
  await press(page, 'Skip')
  await expect(tour(page)).toHaveCount(0)

  await expect(canvas(page)).toBeFocused()

  const button = page.getByRole('button', { name: 'Tour' })
  await button.click()
  await press(page, 'Next')
  await tour(page).getByRole('button', { name: 'Back' }).press('Enter')
  await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tour(page)).toHaveCount(0)
  await expect(button).toBeFocused()

  await button.click()
  await reaches(page, 0)
  await runFromMenu(page, 'Menu', 'Keyboard shortcuts')
  await expect(tour(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test("the tour's card is in the corner of the canvas until a photo is opened", async ({ page }) => {
  await openEditor(page)
  await expect(tour(page)).toBeVisible()
  await expect(page).toHaveTitle('Editor · Midground')
  await upload(page, sample('astronaut.png'))
  await expect(page).toHaveTitle('astronaut.png – Midground')
  await expect(tour(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Tour' }).click()
  const gap = async () => {
    const [card, stage] = [tour(page), canvas(page)]
    const [{ x, width }, within] = [(await card.boundingBox())!, (await stage.boundingBox())!]
    return within.x + within.width - x - width
  }
  await expect.poll(gap).toBeCloseTo(6)
  await page.getByRole('button', { name: 'Next' }).press('Shift+L')
  await expect(page.getByRole('button', { name: 'Layers', exact: true })).toBeVisible()
  await expect.poll(gap, 'the card follows the canvas that grows').toBeCloseTo(6)
  await follow(page, 'fr')
  await expect(page.getByRole('button', { name: reader('fr')('Download'), exact: true })).toBeVisible()
  await expect(page, "the title stays the photo's name").toHaveTitle('astronaut.png – Midground')
})

test('the tour waits for an open dialog, an open menu and a text field with the focus', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000)) // stops the clock far enough ahead for slow machines
  await signUp(page)
  await page.goto('/custom-editor')
  // advances the clock in small steps, so that the dialog opens before the tour starts on slow machines
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await canvas(page).isVisible()).toBe(true)
  }).toPass({ intervals: [20] })
  await canvas(page).press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.clock.runFor(5000)
  await expect(tour(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.clock.runFor(5000)
  await expect(tour(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.clock.runFor(100) // a timer of the menu returns the focus to the button
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  const field = await page.evaluateHandle(() => {
    const added = document.createElement('textarea')
    document.querySelector('main')!.append(added)
    added.focus()
    return added
  })
  await page.clock.runFor(5000)
  await expect(tour(page)).toHaveCount(0)
  await field.evaluate((added) => added.remove())
  await page.clock.runFor(2000)
  await page.clock.resume()
  await expect(tour(page)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test("the tour's card is above the tabs that it explains", async ({ page }) => {
    await openEditor(page)
    await test.step('the first card is below the samples that it mentions', async () => {
      const samples = page.getByText('No photo? Try a sample.').locator('..')
      await expect(async () => {
        const [card, strip] = [(await tour(page).boundingBox())!, (await samples.boundingBox())!]
        expect(card.y).toBeGreaterThanOrEqual(strip.y + strip.height)
      }).toPass()
    })
    await press(page, 'Next')
    await reaches(page, 1, /^Text$/)
    const tab = (await page.getByRole('tab', { name: 'Text', exact: true }).boundingBox())!
    await expect
      .poll(async () => {
        const box = (await tour(page).boundingBox())!
        return box.y + box.height <= tab.y && box.x >= 0 && box.x + box.width <= 390
      })
      .toBe(true)
    await test.step('the tour highlights the last tab after the rail has scrolled to it', async () => {
      for (let n = 2; n < STEPS - 1; n++) await press(page, 'Next')
      await expect(async () => {
        const last = (await page.getByRole('tab', { name: 'Draw', exact: true }).boundingBox())!
        const hole = page.locator('.reactour__mask mask rect').nth(1)
        expect(await hole.evaluate((rect) => parseFloat(getComputedStyle(rect).x))).toBeCloseTo(last.x + 2, 0)
      }).toPass()
    })
    await test.step('the buttons of long languages fit the card', async () => {
      for (const language of DEMANDING) {
        await follow(page, language)
        const card = page.locator('[data-tour]')
        await expect.poll(() => card.evaluate((it) => it.scrollWidth - it.clientWidth), language).toBeLessThanOrEqual(0)
      }
    })
  })
})
