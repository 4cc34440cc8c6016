/** Tests that each slider can be moved to its minimum, its maximum and back without changing document or export. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type { KindName } from '#client/layers/registry.ts'
import { test } from '../support/editorTest.ts'
import { dragOnCanvas, hash, layersOf, openTab, unfold } from '../support/gestures.ts'
import { download, expect, openEditor, sample, toolTabs, uploadAndSeparate } from '../support/test.ts'

// The viewport is small, because every slider step repaints it. The exported file doesn't depend on the viewport.
test.use({ viewport: { width: 1000, height: 460 } })

/** Returns a sample photo at about a fifth of its size. */
function tinyPhoto() {
  const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
  const png = new PNG({ width: 96, height: 96 })
  for (let i = 0; i < 96 * 96; i++) {
    const from = 4 * (Math.floor(((i / 96) | 0) * 5.3) * photo.width + Math.floor((i % 96) * 5.3))
    png.data.set(photo.data.subarray(from, from + 4), 4 * i)
  }
  return { name: 'tiny.png', mimeType: 'image/png', buffer: PNG.sync.write(png) }
}

/** Waits for a layer from a file, because the layer is added with a delay. */
const added = (page: Page, kind: KindName) => expect.poll(() => layersOf(page, kind)).toHaveLength(1)

const press = (panel: Locator, name: string) => panel.getByRole('button', { name, exact: true }).click()

const setImage = (page: Page, name: string) => page.getByLabel(name, { exact: true }).setInputFiles(tinyPhoto())

/** Actions that make a tab show its sliders. A tab with sliders that depend on its state has two entries. */
const STATES: readonly (readonly [tab: string, reach: (panel: Locator, page: Page) => Promise<void>])[] = [
  [
    'Tune',
    async (panel) => {
      await expect(panel.getByRole('slider').first()).toBeVisible()
      await unfold(panel)
      // enables the other sliders of the lens
      await panel.getByRole('slider', { name: 'Lens blur', exact: true }).fill('5')
    },
  ],
  ['Text', (panel) => press(panel, 'Add Text')],
  [
    'Shapes',
    async (panel) => {
      await press(panel, 'Add Shape')
      await panel.getByRole('switch', { name: 'Filled' }).click()
    },
  ],
  [
    'Emojis',
    async (panel, page) => {
      await press(panel, 'Add Emoji')
      await page.getByPlaceholder('Search emojis...').fill('red heart')
      await page.locator('button[title="red heart" i]').first().click()
      await added(page, 'sticker')
    },
  ],
  ['Clone', (panel) => press(panel, 'Clone subject')],
  ['Cutout', (panel) => panel.getByRole('switch', { name: 'Cutout outline' }).click()],
  [
    'Draw',
    async (panel, page) => {
      await panel.getByRole('switch', { name: 'Drawing mode' }).click()
      await dragOnCanvas(page, { x: 20, y: 70 }, { x: 70, y: 80 })
      await panel.getByRole('switch', { name: 'Drawing mode' }).click()
      await panel.getByRole('button', { name: '1 stroke' }).click()
      await panel.getByRole('button', { name: /^Stroke 1/ }).click()
    },
  ],
  [
    'Image Overlay',
    async (panel, page) => {
      await setImage(page, 'Overlay image')
      await press(panel, 'Move to Editor')
      await added(page, 'overlay')
    },
  ],
  [
    'Change BG',
    async (panel) => {
      await press(panel, 'Amber #F5A623')
      await panel.getByRole('switch', { name: 'Gradient' }).click()
    },
  ],
  [
    'Change BG',
    async (panel, page) => {
      await panel.getByRole('radio', { name: 'Image' }).click()
      await setImage(page, 'Background image')
      await panel.getByRole('combobox', { name: 'Fit' }).click()
      await page.getByRole('option', { name: 'Fill' }).click()
    },
  ],
]
const WITHOUT_SLIDERS = ['Remove BG']

/**
 * Runs in the page. Sets each slider as Playwright's `fill` does, but all in one call because thousands of calls are
 * slow. Paints each value before setting the next. Returns the names of the sliders and how many of them changed the
 * document.
 */
async function thereAndBack(sliders: readonly Element[]): Promise<{ names: string[]; changed: number }> {
  // React overrides the element's setter and ignores values set through it, so the prototype's setter is used.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  const names: string[] = []
  let changed = 0
  for (const input of sliders as readonly HTMLInputElement[]) {
    const name = input.labels?.[0]?.textContent ?? input.ariaLabel ?? input.id
    names.push(name)
    const before = window.midground!.stateHash()
    let changes = false
    const { min, max, value } = input
    for (const next of [min, max, value]) {
      if (!input.isConnected || input.disabled || !input.checkVisibility()) throw new Error(`${name} cannot be moved`)
      input.focus()
      set!.call(input, next)
      if (input.value !== next) throw new Error(`${name} cannot be set to ${next}`)
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
      await new Promise(requestAnimationFrame)
      changes ||= window.midground!.stateHash() !== before
    }
    changed += Number(changes)
  }
  return { names, changed }
}

test("moving every slider to both ends and back doesn't change the document or the export", async ({ page }) => {
  test.slow() // the test moves several hundred sliders
  await openEditor(page)
  const known = new Set([...STATES.map(([tab]) => tab), ...WITHOUT_SLIDERS])
  expect((await toolTabs(page)).map(({ label }) => label).filter((label) => !known.has(label))).toEqual([])
  await uploadAndSeparate(page, tinyPhoto())
  await page.keyboard.press('1') // zooms to 100%
  for (const [tab, reach] of STATES) {
    const panel = page.getByRole('tabpanel', { name: tab })
    if (!(await panel.isVisible())) await openTab(page, tab) // a click on the open tab would close it
    await reach(panel, page)
    const sliders = panel.locator('input[type=range]')
    await expect(sliders.first()).toBeVisible() // the card's panel is rendered after the click
    await unfold(panel)
    const box = panel.getByRole('switch', { name: 'Text box', exact: true })
    // switches the text box off, because a larger font size enlarges the box, but a smaller font size doesn't reduce it
    if (await box.isVisible()) await box.click()
    // brings lengths of the 3D effect into the ranges of their sliders, which they may exceed
    if (tab === 'Text') await sliders.evaluateAll(thereAndBack)
    const before = await hash(page)
    const exported = reach === STATES.at(-1)?.[1] ? (await download(page)).bytes : null
    const { names, changed } = await sliders.evaluateAll(thereAndBack)
    expect(changed, `${tab}: sliders that move something`).toBeGreaterThan(0)
    expect(await hash(page), `${tab}: ${names.join(', ')}`).toBe(before)
    if (exported) expect(Buffer.compare((await download(page)).bytes, exported), 'the export of all layers').toBe(0)
  }
})
