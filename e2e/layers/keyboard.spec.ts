/** Tests each tool with only the keyboard: a key opens the tool, and keys add, change and remove a layer. */
import { expect, type Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { canvas, hash, layersOf, openTab, pixelAt, setField, tabTo } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { download, openSeparated } from '../support/test.ts'

interface Tool {
  name: string
  /** The key that opens the tool. */
  key: string
  use(page: Page): Promise<void>
}

/** Points outside the subject. */
const CORNERS = [
  { x: 0, y: 0 },
  { x: 511, y: 0 },
]

const TOOLS: readonly Tool[] = [
  {
    name: 'Clone',
    key: 'k',
    async use(page) {
      const clone = async () => (await layersOf(page, 'clone'))[0]
      await tabTo(page, page.getByRole('button', { name: 'Clone subject' }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('switch', { name: 'Flip vertically' }))
      await page.keyboard.press('Space')
      await expect.poll(async () => (await clone())?.flip).toMatchObject({ horizontal: false, vertical: true })
      await page.keyboard.press('Shift+ArrowRight')
      expect((await clone())!.position.x).toBeCloseTo(5 + (10 / 512) * 100, 2)
      await page.keyboard.press('Delete')
      expect(await clone()).toBeUndefined()
    },
  },
  {
    name: 'Draw',
    key: 'b',
    async use(page) {
      const strokes = () => layersOf(page, 'drawing')
      const mode = page.getByRole('switch', { name: 'Drawing mode' })
      await tabTo(page, mode)
      await page.keyboard.press('Space')
      await expect(mode).toBeChecked()
      await canvas(page).focus()
      await page.keyboard.press('Enter')
      for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Enter')
      const [stroke] = await strokes()
      expect(stroke!.points).toHaveLength(4)
      expect(stroke!.points.at(-1)!.x).toBeGreaterThan(stroke!.points[0]!.x + 30)
      await page.keyboard.press('Escape')
      await expect(mode).not.toBeChecked()
      await page.keyboard.press('Control+z')
      expect(await strokes()).toEqual([])
    },
  },
  {
    name: 'Emojis',
    key: 'e',
    async use(page) {
      const picker = page.getByRole('dialog', { name: 'Emoji picker' })
      const add = page.getByRole('button', { name: 'Add Emoji' })
      await tabTo(page, add)
      await page.keyboard.press('Enter')
      await expect(page.getByPlaceholder('Search emojis...')).toBeFocused()
      await page.keyboard.type('rocket')
      await picker.locator('button[title="rocket" i]').first().waitFor()
      await page.keyboard.press('Enter') // adds the first emoji of the search results
      await expect.poll(() => layersOf(page, 'sticker')).toMatchObject([{ type: 'emoji' }])
      await add.press('Enter')
      await expect(picker.getByRole('region', { name: 'Recently used' }).getByRole('button')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(picker).toBeHidden()
    },
  },
  {
    name: 'Image Overlay',
    key: 'i',
    async use(page) {
      const choosing = page.waitForEvent('filechooser')
      await tabTo(page, page.getByRole('button', { name: 'Add Image (2 left)' }))
      await page.keyboard.press('Enter')
      await (await choosing).setFiles(pngFile('overlay.png', 100, 100, () => [0, 0, 0, 0]))
      await tabTo(page, page.getByRole('button', { name: 'Move to Editor' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => layersOf(page, 'overlay')).toHaveLength(1)
    },
  },
  {
    name: 'Shapes',
    key: 'h',
    async use(page) {
      const shape = async () => (await layersOf(page, 'shape'))[0]
      await tabTo(page, page.getByRole('button', { name: 'Add Shape' }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('radio', { name: 'Square' }))
      await page.keyboard.press('ArrowRight')
      await expect.poll(async () => (await shape())?.type).toBe('circle')
      await tabTo(page, page.getByRole('switch', { name: 'Filled' }))
      await page.keyboard.press('Space')
      await expect(page.getByRole('slider', { name: 'Stroke width' })).toBeVisible()
      await page.keyboard.press('Shift+ArrowLeft') // arrow keys move the layer even if a switch has the focus
      expect((await shape())!.position.horizontal).toBeCloseTo(50 - (10 / 512) * 100, 2)
      await page.keyboard.press('Delete')
      expect(await shape()).toBeUndefined()
    },
  },
  {
    name: 'Change BG',
    key: 'g',
    async use(page) {
      await tabTo(page, page.getByRole('textbox', { name: 'Background color', exact: true }))
      await page.keyboard.type('#4A90E2')
      await page.keyboard.press('Enter')
      const { png } = await download(page)
      for (const corner of CORNERS) expect(pixelAt(png, corner)).toEqual([0x4a, 0x90, 0xe2, 255])
      await expect(page.getByRole('tab', { name: 'Text', exact: true })).not.toHaveAttribute('aria-disabled', 'true')
      await setField(page, 'Background opacity', '0')
      expect(pixelAt((await download(page)).png, CORNERS[0]!)[3]).toBe(0)
    },
  },
]

test('a user adds, changes and removes layers of every tool with only the keyboard', async ({ page }) => {
  test.slow() // slow, because one test uses all tools
  await openSeparated(page)
  const before = await hash(page)
  for (const { name, key, use } of TOOLS)
    await test.step(name, async () => {
      await canvas(page).focus()
      await page.keyboard.press(key)
      await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
      await use(page)
      await canvas(page).focus()
      for (let i = 0; i < 20 && (await hash(page)) !== before; i++) await page.keyboard.press('Control+z')
      expect(await hash(page), 'undo restores the first state').toBe(before)
    })

  await test.step('a user edits the mask with only the keyboard', async () => {
    await openTab(page, 'Remove BG')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Remove BG' }).press('Enter')
    await canvas(page).focus()
    await page.keyboard.press('m')
    await tabTo(page, page.getByRole('switch', { name: 'Snap to edges' }))
    await page.keyboard.press('Space')
    await canvas(page).focus()
    await page.keyboard.press('Enter') // starts a stroke in the middle of the canvas, on the astronaut's chest
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.midground!.document().mend.strokes.length)).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tabpanel', { name: 'Edit mask' })).toBeHidden()
    expect(pixelAt((await download(page)).png, { x: 256, y: 256 })[3]).toBe(0)
  })
})
