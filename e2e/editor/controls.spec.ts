/**
 * Tests how many controls a user sees at the same time in a desktop window, and that a new photo stays in its place.
 */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { openTab, writeText } from '../support/gestures.ts'
import { expect, openSeparated, sample, separated, upload } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Returns the names of all controls that are rendered, also those below the fold of a panel. */
const controls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const roles = [
      'button',
      'tab',
      'radio',
      'switch',
      'checkbox',
      'slider',
      'spinbutton',
      'combobox',
      'textbox',
      'option',
    ]
    const selector = `a[href], button, input, select, textarea, ${roles.map((role) => `[role=${role}]`).join()}`
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      const isShown =
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 4 && height > 4
      const role = each.getAttribute('role') ?? each.getAttribute('type') ?? each.localName
      const name = each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 30)
      return isShown && !each.closest('[inert]') ? [`${role} ${name}`] : []
    })
  })

test('the editor shows at most 29 controls with an open photo and 55 with a selected text layer', async ({ page }) => {
  // all sections are closed, as for a new visitor
  await page.evaluate(() => localStorage.removeItem('midground-open-sections'))
  await openSeparated(page)
  await page.mouse.move(700, 500)
  const atRest = await controls(page)
  await writeText(page, 'ORBIT')
  const withText = await controls(page)
  expect(atRest.length, atRest.join('\n')).toBeLessThanOrEqual(29)
  expect(withText.length, withText.join('\n')).toBeLessThanOrEqual(55)

  const bar = page.getByRole('toolbar', { name: 'Selected layer' })
  await page.keyboard.press('Escape')
  await expect(bar).toBeVisible()
  await openTab(page, 'Change BG')
  await expect(bar).toBeHidden()
})

test('a new photo appears at its final position without moving', async ({ page }) => {
  await page.evaluate(() => {
    const places: string[] = []
    const look = () => {
      const photo = document.querySelector<HTMLElement>('[role=application] > div > canvas[aria-hidden]')
      const place = photo?.parentElement?.style.translate
      if (place && places.at(-1) !== place) places.push(place)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true })
    Object.assign(window, { places })
  })
  await upload(page, sample('astronaut.png'))
  await separated(page)
  expect(await page.evaluate(() => (window as Window & { places?: string[] }).places)).toHaveLength(1)
})
