/** Tests the Text tab: fonts, suggested headings, the background box and effects. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COARSE } from '#client/kit/ui/hooks.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { cropFields } from '#client/model/document/crop.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { previewDocument } from '#client/render/previewDocument.ts'
import { mountTextTab } from '../../../tests/helpers/textTab.tsx'
import { meanContrast } from './contrast.ts'
import { type TextLayer, textFields } from './schema.ts'
import { addAtBestPlace } from './starters/Starters.tsx'
import { inkBox } from './transform.ts'

const tab = mountTextTab()

it('the bold button toggles the weight between 400 and 700', async () => {
  const bold = page.getByRole('button', { name: 'Bold' })
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true')
  await bold.click()
  expect(tab.text().fontWeight).toBe(400)
  await bold.click()
  expect(tab.text().fontWeight).toBe(700)
})

/** Opens the list of fonts and focuses the list. */
async function openFonts() {
  await page.getByRole('button', { name: 'Font: Inter' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Search fonts' })).toHaveFocus()
}

it("the Fit button enlarges the text to 90% of the image's width", async () => {
  await page.getByRole('button', { name: 'Fit' }).click()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
  canvas.font = `700 ${tab.text().fontSize}px Inter`
  const { width } = canvas.measureText('HELLO')
  expect(width).toBeGreaterThan(895)
  expect(width).toBeLessThanOrEqual(900.5)
})

it('the Fit button moves the text into the crop', async () => {
  tab.session.history.transact('Crop', () => {
    tab.session.doc.crop = { ...defaults(cropFields), format: 'free', x: 600, y: 0, width: 400, height: 500 }
  })
  await expect.element(tab.slider('Horizontal')).toHaveAttribute('aria-valuetext', '−25%')
  await page.getByRole('button', { name: 'Fit' }).click()
  const { center, size } = inkBox(tab.text(), { width: 1000, height: 500 })!
  expect(center.x - size.width / 2).toBeGreaterThanOrEqual(600)
  expect(center.x + size.width / 2).toBeLessThanOrEqual(1000)
  await tab.drag('Horizontal', [50])
  expect(tab.text().position.horizontal).toBe(80)
})

it('turning on the background box fits the box to the text, as one undo step', async () => {
  await tab.drag('Size', [100])
  await page.getByRole('switch', { name: 'Background box' }).click()
  const { enabled, width, height } = tab.text().background
  expect(enabled).toBe(true)
  expect(width).toBeGreaterThan(300)
  expect(width).toBeLessThan(450)
  expect(height).toBe(120)
  await expect.element(tab.slider('Corner radius')).toBeInTheDocument()
  tab.session.history.undo()
  expect(tab.text().background.enabled).toBe(false)
})

it('Escape stops the preview of a font without changing the text', async () => {
  const before = snapshotOf(tab.session)
  await openFonts()
  await userEvent.keyboard('{ArrowDown}')
  const hovered = () => (previewDocument(tab.session).layers[tab.id] as unknown as TextLayer).fontFamily
  expect(hovered()).not.toBe('Inter')
  expect(snapshotOf(tab.session)).toBe(before)
  await userEvent.keyboard('{Escape}')
  expect(hovered()).toBe('Inter')
  expect(tab.session.history.state.undo).toBeNull()
})

it('trying several fonts by touch in the open list is one undo step', async () => {
  const original = matchMedia
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => original(query.replace(COARSE, 'all')))
  onTestFinished(() => media.mockRestore())
  await page.getByRole('button', { name: 'Font: Inter' }).click()
  for (const name of [/^Anton/, /^Oswald/]) await page.getByRole('option', { name }).click()
  await userEvent.keyboard('{Escape}')
  expect(tab.text().fontFamily).toBe('Oswald')
  tab.session.history.undo()
  expect(tab.text()).toMatchObject({ fontFamily: 'Inter', fontWeight: 700 })
  expect(tab.session.history.state.undo).toBeNull()
})

it('choosing a font selects a weight that the font has', async () => {
  await openFonts()
  await userEvent.keyboard('Pacifico{Enter}')
  expect(tab.text()).toMatchObject({ fontFamily: 'Pacifico', fontWeight: 400 })
  expect(tab.session.ui.hover).toBeNull()
  tab.session.history.undo()
  expect(tab.text()).toMatchObject({ fontFamily: 'Inter', fontWeight: 700 })
})

it('choosing a 3D preset is one undo step', async () => {
  const before = tab.text().threeDEffect
  await page.getByRole('switch', { name: '3D effect' }).click()
  expect(tab.text().threeDEffect).toMatchObject({ enabled: true, rotateY: -24 })
  await page.getByRole('button', { name: 'Floor' }).click()
  expect(tab.text().threeDEffect).toMatchObject({ enabled: true, rotateX: 52, rotateY: 0 })
  tab.session.history.undo()
  expect(tab.text().threeDEffect.rotateY).toBe(-24)
  tab.session.history.undo()
  expect(tab.text().threeDEffect).toEqual(before)
})

it('turning the 3D effect off and on restores its settings', async () => {
  const toggle = page.getByRole('switch', { name: '3D effect' })
  await toggle.click()
  await tab.drag('Depth', [77])
  await toggle.click()
  await toggle.click()
  expect(tab.text().threeDEffect).toMatchObject({ enabled: true, depth: 77 })
})

it('the button "Add 3D Text" adds a text layer with the 3D effect', async () => {
  await page.getByRole('button', { name: 'Add 3D Text' }).click()
  const added = snapshotOf(tab.session).layers[tab.session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({ kind: 'text', placement: 'background', threeDEffect: { enabled: true } })
  const presets = await page.getByRole('group', { name: '3D presets' }).findElement()
  const placement = page.getByRole('radio', { name: 'Behind' }).element()
  expect(presets.getBoundingClientRect().top - placement.getBoundingClientRect().bottom).toBeLessThan(20)
})

it("opening the section of an effect doesn't turn on the effect", async () => {
  const before = snapshotOf(tab.session)
  await page.getByRole('button', { name: 'Glow', exact: true }).click()
  const glow = page.getByRole('region', { name: 'Glow', exact: true })
  await expect.element(glow.getByText('Glow intensity')).toBeVisible()
  expect(snapshotOf(tab.session)).toBe(before)
  const inert = () => glow.element().querySelector('[inert]')
  await expect.poll(inert).not.toBeNull()
  await page.getByRole('switch', { name: 'Glow' }).click()
  expect(tab.text().glow.enabled).toBe(true)
  await expect.poll(inert).toBeNull()
})

it('a drag on the angle pad sets both 3D angles, as one undo step', async () => {
  await page.getByRole('switch', { name: '3D effect' }).click()
  const angle = await page.getByRole('region', { name: 'Angle' }).findElement()
  const pad = angle.querySelector('[aria-hidden] > span')!.parentElement as HTMLElement
  const box = pad.getBoundingClientRect()
  const at = (u: number, v: number) => ({ clientX: box.left + u * box.width, clientY: box.top + v * box.height })
  pad.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, ...at(0.5, 0.5) }))
  window.dispatchEvent(new PointerEvent('pointermove', at(0.75, 0.25)))
  window.dispatchEvent(new PointerEvent('pointerup'))
  expect(tab.text().threeDEffect).toMatchObject({ rotateX: 45, rotateY: 45 })
  tab.session.history.undo()
  expect(tab.text().threeDEffect).toMatchObject({ rotateY: -24 })
})

it('one click adds a heading with all its values, as one undo step', async () => {
  tab.session.ui.selection = []
  const before = snapshotOf(tab.session).order.length
  await page.getByRole('region', { name: 'Headings' }).getByRole('button', { name: 'Thumbnail' }).click()
  await expect.poll(() => snapshotOf(tab.session).order.length).toBe(before + 1)
  const added = snapshotOf(tab.session).layers[tab.session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({
    text: 'Watch this',
    isUpperCase: true,
    fontFamily: 'Archivo Black',
    placement: 'foreground',
    stroke: { enabled: true },
    dropShadow: { enabled: true },
  })
  expect(added.fontSize).toBeLessThan(150)
  tab.session.history.undo()
  expect(snapshotOf(tab.session).order).toHaveLength(before)
})

it.each([
  ['pressed twice while its font loads is added once', 'Bitter', (): void => {}, 1],
  ["isn't added to another photo that was opened while its font loads", 'Caveat', openOther, 0],
] as const)('a heading %s', async (_, fontFamily, meanwhile, added) => {
  const before = snapshotOf(tab.session).order.length
  const press = () => addAtBestPlace(tab.session, { ...defaults(textFields), fontFamily }, 'foreground', () => {})
  const presses = [press(), press()]
  meanwhile()
  await Promise.all(presses)
  expect(snapshotOf(tab.session).order).toHaveLength(before + added)
})

function openOther(): void {
  tab.session.history.restart(() => Object.assign(tab.session.doc.photo!, { asset: 'other' as AssetId }))
}

it('a color that is hard to read on the image can be replaced by a readable color', async () => {
  const white = new Uint8ClampedArray(4 * 32 * 16).fill(240)
  tab.behind = { width: 32, height: 16, pixels: white }
  onTestFinished(() => {
    tab.behind = null
  })
  await tab.drag('Curve', [10])
  const notice = page.getByText('This color is hard to read here.')
  await expect.element(notice).toBeVisible()
  await page.getByRole('button', { name: 'Readable color' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(meanContrast(tab.text().color, [[0.87]]), 'relative luminance of the image').toBeGreaterThan(3)
  expect(tab.session.history.state.undo).toBe('Readable color')
})
