/** Tests the tools on the canvas with one and with two fingers. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../support/editorTest.ts'
import {
  fingerTap,
  hash,
  layersOf,
  onScreen,
  openTab,
  pinchOnCanvas,
  pixelAt,
  setField,
  tapThrough,
  touchOnCanvas,
} from '../support/gestures.ts'
import { download, openSeparated, sample } from '../support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

interface Tool {
  name: string
  use(page: Page): Promise<void>
}

const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
const MIDDLE = { x: 256, y: 256 }
const FLAG = { x: 60, y: 110 }

const TOOLS: readonly Tool[] = [
  {
    name: 'Shapes',
    async use(page) {
      await page.getByRole('button', { name: 'Add Shape' }).tap()
      await setField(page, 'Size', '150')
      await touchOnCanvas(page, MIDDLE, { x: 400, y: 150 })
      const shape = async () => (await layersOf(page, 'shape'))[0]!
      await expect.poll(async () => (await shape()).position.horizontal).toBeCloseTo((400 / 512) * 100, -1)
      const { scale } = await shape()
      await pinchOnCanvas(page, { x: 400, y: 150 }, 40, 80)
      await expect.poll(async () => (await shape()).scale / scale).toBeCloseTo(2, 0)
    },
  },
  {
    name: 'Draw',
    async use(page) {
      const strokes = () => layersOf(page, 'drawing')
      const mode = page.getByRole('switch', { name: 'Drawing mode' })
      await expect(mode).not.toBeChecked()
      await touchOnCanvas(page, { x: 20, y: 110 }, { x: 150, y: 110 })
      await expect(mode, 'the first stroke turns the mode on').toBeChecked()
      await expect.poll(strokes).toHaveLength(1)
      await pinchOnCanvas(page, MIDDLE, 60, 90)
      expect(await strokes(), 'a pinch draws nothing').toHaveLength(1)
      expect(pixelAt((await download(page)).png, FLAG)).toEqual([255, 255, 255, 255])
      await page.getByRole('button', { name: 'Clear All' }).tap()
      await expect.poll(strokes).toEqual([])
      await page.keyboard.press('0') // zooms to the whole photo
    },
  },
  {
    name: 'Change BG',
    async use(page) {
      const corner = { x: 0, y: 0 }
      const pick = page.getByRole('button', { name: /pick a color from the photo/ })
      await pick.tap()
      await expect(pick).toHaveAttribute('aria-pressed', 'true')
      await fingerTap(page, await onScreen(page, MIDDLE, { isStill: true }))
      const got = pixelAt((await download(page)).png, corner)
      for (let c = 0; c < 3; c++) expect(Math.abs(got[c]! - pixelAt(photo, MIDDLE)[c]!)).toBeLessThan(60)
      await tapThrough(page.getByRole('button', { name: 'Reset Background' }))
      expect(pixelAt((await download(page)).png, corner)).toEqual(pixelAt(photo, corner))
    },
  },
  {
    name: 'Remove BG',
    async use(page) {
      const panel = page.getByRole('tabpanel')
      await panel.getByRole('button', { name: 'Remove BG' }).tap()
      await page.getByRole('button', { name: 'Edit mask' }).tap()
      const snap = panel.getByRole('switch', { name: 'Snap to edges' })
      await snap.tap()
      await expect(snap).not.toBeChecked()
      await touchOnCanvas(page, { x: 200, y: 110 }, { x: 250, y: 110 })
      await panel.getByRole('button', { name: 'Done' }).tap()
      const { png } = await download(page)
      expect(pixelAt(png, { x: 225, y: 110 })[3], 'erased from her face').toBe(0)
    },
  },
]

test('every canvas tool works by touch', async ({ page }) => {
  test.slow() // slow, because one test uses all tools
  await openSeparated(page)
  const before = await hash(page)
  for (const { name, use } of TOOLS)
    await test.step(name, async () => {
      await openTab(page, name)
      await use(page)
      const undo = page.getByRole('button', { name: 'Undo', exact: true }).first()
      for (let i = 0; i < 20 && (await hash(page)) !== before; i++) await tapThrough(undo)
      expect(await hash(page), 'undo restores the first state').toBe(before)
    })
})
