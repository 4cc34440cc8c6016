/** Simulates Safari's behavior on a Mac, iPhone or iPad in Chromium: events, viewport and file delivery. */
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, hash, writeText, zoomIn } from '../support/gestures.ts'
import { atRest } from '../support/settled.ts'
import { expect, openEditor, test as ownPage, sample, uploadAndSeparate } from '../support/test.ts'

const view = (page: Page) =>
  page.evaluate(async () => {
    const { region, scale } = await window.midground!.renderPreview({ watermark: false })
    return { x: region.x, scale }
  })

/** Dispatches a trackpad gesture event of Safari. Returns true if the page would zoom. */
const gesture = (page: Page, type: string, scale: number) =>
  canvas(page).evaluate(
    (element, { type, scale }) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const event = new Event(type, { cancelable: true, bubbles: true })
      return element.dispatchEvent(Object.assign(event, { scale, clientX: x + width / 2, clientY: y + height / 2 }))
    },
    { type, scale },
  )

test('a trackpad pinch zooms the photo, but not the page', async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  const before = await atRest(page, () => view(page))
  for (const scales of [[1.5, 2], [1.25]]) {
    expect(await gesture(page, 'gesturestart', 1)).toBe(false)
    for (const scale of scales) expect(await gesture(page, 'gesturechange', scale)).toBe(false)
    expect(await gesture(page, 'gestureend', scales.at(-1)!)).toBe(false)
  }
  await expect.poll(async () => (await view(page)).scale).toBeCloseTo(before.scale * 2 * 1.25, 3)
})

test('scrolling with Shift pans horizontally, whichever axis the wheel event reports', async ({ page }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('astronaut.png'))
  await canvas(page).hover()
  await zoomIn(page, 5)
  await page.keyboard.down('Shift')
  for (const [x, y] of [
    [40, 0], // Safari on a Mac swaps the axes of the wheel while Shift is pressed
    [0, 40],
  ] as const) {
    const before = await view(page)
    await page.mouse.wheel(x, y)
    await expect.poll(async () => (await view(page)).x).toBeCloseTo(before.x + 40 / before.scale, 1)
    expect((await view(page)).scale).toBe(before.scale)
  }
  await page.keyboard.up('Shift')
})

ownPage('the editor’s bars stay visible when the on-screen keyboard moves the page up', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { scale: 1, height: 800, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: seen })
  })
  await openEditor(page)
  const bar = page.locator('header')
  const top = (await bar.boundingBox())!.y
  await page.evaluate(() => {
    Object.assign(visualViewport!, { height: 480, offsetTop: 120 })
    visualViewport!.dispatchEvent(new Event('scroll'))
  })
  await expect.poll(async () => (await bar.boundingBox())!.y).toBe(top + 120)
})

ownPage('the editor asks before a link or Back discards work, without the Navigation API', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'navigation', { value: undefined })
    Object.defineProperty(window, 'indexedDB', { value: undefined }) // simulates a browser without storage for projects
  })
  await openEditor(page)
  await page.getByRole('link', { name: 'Midground home' }).click()
  await page.getByRole('link', { name: 'Editor', exact: true }).first().click()
  await uploadAndSeparate(page, sample('chelsea.png'))
  await writeText(page)
  const before = await hash(page)
  const ask = page.getByRole('alertdialog', { name: 'Leave the editor?' })
  const back = () => page.evaluate(() => history.back())
  for (const leave of [() => page.getByRole('link', { name: 'Midground home' }).click(), back]) {
    await leave()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(ask).toBeHidden()
    await expect(page).toHaveURL('/custom-editor')
    expect(await hash(page)).toBe(before)
  }
  await back()
  await ask.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).toHaveURL('/')
})
