import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AssetId, LayerId } from '../../kit/base/ids.ts'
import { loadFont } from '../../kit/fonts/load.ts'
import { TooltipProvider } from '../../kit/ui/overlays/Tooltip.tsx'
import type { LayerBase } from '../../model/document/document.ts'
import { SessionContext } from '../../model/session/SessionContext.tsx'
import { createSession, type Session, snapshotOf } from '../../model/session/session.ts'
import { previewDocument } from '../../render/previewDocument.ts'
import { addLayer } from '../actions.ts'
import type { TextLayer } from './schema.ts'
import TextTab from './tab.tsx'

let session: Session
let root: Root
let id: LayerId

beforeAll(async () => {
  await loadFont('Inter', 700)
})

beforeEach(() => {
  const notices = { alert: async () => {}, confirm: async () => true, toast: () => {} }
  session = createSession(notices, { isStrict: true })
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 1000, height: 500 } }
  })
  addLayer(session, 'background')
  id = addLayer(session, 'text', { text: 'HELLO' })!
  session.history.restart(() => {})
  const host = document.createElement('div')
  host.style.cssText = 'width: 324px; height: 700px; overflow: auto'
  document.body.append(host)
  root = createRoot(host)
  root.render(
    <SessionContext value={session}>
      <TooltipProvider>
        <TextTab />
      </TooltipProvider>
    </SessionContext>,
  )
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const text = () => snapshotOf(session).layers[id] as unknown as TextLayer
const slider = (name: string) => page.getByRole('slider', { name, exact: true })
const field = (name: string) => page.getByRole('spinbutton', { name, exact: true })

/** Press on a slider, pass through `values`, and let go or press Escape. */
async function drag(name: string, values: readonly number[], end: 'release' | 'escape' = 'release') {
  const input = (await slider(name).findElement()) as HTMLInputElement
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  for (const value of values) {
    setValue.call(input, String(value))
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  if (end === 'escape') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  window.dispatchEvent(new PointerEvent('pointerup'))
}

it('makes one step of a whole slider drag', async () => {
  await drag('Size', [700, 800, 900])
  expect(text().fontSize).toBe(900)
  session.history.undo()
  expect(text().fontSize).toBe(600)
  expect(session.history.state.undo).toBeNull()
})

it('leaves no trace of a drag that Escape ends', async () => {
  await drag('Opacity', [70, 20], 'escape')
  expect(text().opacity).toBe(100)
  expect(session.history.state.undo).toBeNull()
})

it('makes one step of a burst of arrow keys', async () => {
  await slider('Rotation').click()
  session.history.restart(() => {})
  const before = text().rotation
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(text().rotation).toBe(before + 3)
  session.history.undo()
  expect(text().rotation).toBe(before)
  expect(session.history.state.undo).toBeNull()
})

it.each([
  ['1500', 1500],
  ['99999', 2000],
  ['11', 12],
  ['-1', 12],
  ['0x50', 600],
  ['', 600],
  ['huge', 600],
])('takes a typed size of %j as %d', async (typed, expected) => {
  await field('Size').fill(typed)
  await userEvent.keyboard('{Tab}')
  expect(text().fontSize).toBe(expected)
})

it('resets the size to 16 by a double-click on its label', async () => {
  await page.getByText('Size', { exact: true }).dblClick()
  expect(text().fontSize).toBe(16)
})

it('keeps the caret where it is while words are typed in the middle', async () => {
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.click()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await userEvent.keyboard('abc')
  expect(text().text).toBe('HabcELLO')
  expect(session.history.state.undo).toBe('Text content')
  session.history.undo()
  expect(text().text).toBe('HELLO')
})

it('leaves out what is more than a text holds, of what came in, and says so until it fits', async () => {
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.fill(`${'a'.repeat(1990)}end`)
  await words.click()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  const area = words.element() as HTMLTextAreaElement
  area.setRangeText('b'.repeat(50), 0, 0, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  expect(text().text).toBe(`${'b'.repeat(7)}${'a'.repeat(1990)}end`)
  expect(area.selectionStart).toBe(7)
  const note = page.getByRole('alert')
  await expect.element(note).toHaveTextContent('A text holds 2,000 characters. The rest was left out.')
  await userEvent.keyboard('{Backspace}')
  await expect.element(note).not.toBeInTheDocument()
  expect(text().text).toHaveLength(1999)
})

it('toggles between 400 and 700', async () => {
  const bold = page.getByRole('button', { name: 'Bold' })
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true')
  await bold.click()
  expect(text().fontWeight).toBe(400)
  await bold.click()
  expect(text().fontWeight).toBe(700)
})

it('fits the words to 90 % of the canvas', async () => {
  await page.getByRole('button', { name: 'Fit' }).click()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
  canvas.font = `700 ${text().fontSize}px Inter`
  const { width } = canvas.measureText('HELLO')
  expect(width).toBeGreaterThan(895)
  expect(width).toBeLessThanOrEqual(900.5)
})

it('fits the background box to the words when it is switched on, as one step', async () => {
  await drag('Size', [100])
  await page.getByRole('switch', { name: 'Background box' }).click()
  const { enabled, width, height } = text().background
  expect(enabled).toBe(true)
  expect(width).toBeGreaterThan(300)
  expect(width).toBeLessThan(450)
  expect(height).toBe(120)
  await expect.element(slider('Corner radius')).toBeInTheDocument()
  session.history.undo()
  expect(text().background.enabled).toBe(false)
})

it('tries a font on without touching the document, and puts the chosen one back on Escape', async () => {
  const before = snapshotOf(session)
  await page.getByRole('button', { name: 'Font: Inter' }).click()
  await userEvent.keyboard('{ArrowDown}')
  const hovered = () => (previewDocument(session).layers[id] as unknown as TextLayer).fontFamily
  expect(hovered()).not.toBe('Inter')
  expect(snapshotOf(session)).toBe(before)
  await userEvent.keyboard('{Escape}')
  expect(hovered()).toBe('Inter')
  expect(session.history.state.undo).toBeNull()
})

it('takes a font as one step, in the weight that its designer drew', async () => {
  await page.getByRole('button', { name: 'Font: Inter' }).click()
  await userEvent.keyboard('Pacifico{Enter}')
  expect(text()).toMatchObject({ fontFamily: 'Pacifico', fontWeight: 400 })
  expect(session.ui.hover).toBeNull()
  session.history.undo()
  expect(text()).toMatchObject({ fontFamily: 'Inter', fontWeight: 700 })
})

it('shapes the words by a preset, as one step', async () => {
  const before = text().threeDEffect
  await page.getByRole('switch', { name: '3D effect' }).click()
  expect(text().threeDEffect).toMatchObject({ enabled: true, rotateY: -24 })
  await page.getByRole('button', { name: 'Floor' }).click()
  expect(text().threeDEffect).toMatchObject({ enabled: true, rotateX: 52, rotateY: 0 })
  session.history.undo()
  expect(text().threeDEffect.rotateY).toBe(-24)
  session.history.undo()
  expect(text().threeDEffect).toEqual(before)
})

it('keeps a hand-made 3D effect when it is switched off and on', async () => {
  const toggle = page.getByRole('switch', { name: '3D effect' })
  await toggle.click()
  await drag('Depth', [77])
  await toggle.click()
  await toggle.click()
  expect(text().threeDEffect).toMatchObject({ enabled: true, depth: 77 })
})

it('adds a 3D text', async () => {
  await page.getByRole('button', { name: 'Add 3D Text' }).click()
  const added = snapshotOf(session).layers[session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({ kind: 'text', placement: 'background', threeDEffect: { enabled: true } })
})

it('puts the text in front of the subject', async () => {
  await page.getByRole('radio', { name: 'In front' }).click()
  expect(text().placement).toBe('foreground')
})

it('adds a text: selected, open, the others closed', async () => {
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  const added = snapshotOf(session).layers[session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({ kind: 'text', text: 'new text', fontSize: 600, placement: 'background' })
  await expect.element(page.getByRole('textbox', { name: 'Text content' })).toHaveValue('new text')
  expect(page.getByRole('textbox', { name: 'Text content' }).elements()).toHaveLength(1)
})

it('copies and deletes from the list', async () => {
  await page.getByRole('button', { name: 'Duplicate' }).click()
  expect(snapshotOf(session).order).toHaveLength(3)
  await page.getByRole('button', { name: 'Delete' }).first().click()
  expect(snapshotOf(session).layers[id]).toBeUndefined()
  expect(page.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(1)
})

it('shows a text again when its deletion is undone, and its controls write to it', async () => {
  await page.getByRole('button', { name: 'Delete' }).click()
  session.history.undo()
  session.ui.selection = [id]
  await drag('Vertical', [80])
  expect(text().position.vertical).toBe(80)
})

it('cannot add a text while something is processed, or once the background is gone', async () => {
  const button = page.getByRole('button', { name: 'Add Text', exact: true })
  await expect.element(button).toBeEnabled()
  session.ui.busy = 'processing'
  await expect.element(button).toBeDisabled()
  session.ui.busy = null
  await expect.element(button).toBeEnabled()
  session.history.transact('Remove', () => {
    session.doc.backdrop = { type: 'transparent' }
  })
  await expect.element(button).toBeDisabled()
})

it('asks for an image first', async () => {
  session.history.restart(() => {
    session.doc.photo = null
  })
  await expect.element(page.getByText('Please upload an image first to add text behind objects')).toBeVisible()
})

it('types into a new text what is pressed right after the button, and fires no shortcut', async () => {
  const fired: string[] = []
  const listen = (event: KeyboardEvent) => void (event.target instanceof HTMLTextAreaElement || fired.push(event.key))
  addEventListener('keydown', listen)
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await userEvent.keyboard('The GAP')
  removeEventListener('keydown', listen)
  const added = snapshotOf(session).order.at(-1)!
  await expect.poll(() => (snapshotOf(session).layers[added] as unknown as TextLayer).text).toBe('The GAP')
  expect(fired).toEqual([])
})

it('shows the fields of an effect that is off without switching it on', async () => {
  const before = snapshotOf(session)
  await page.getByRole('button', { name: 'Glow', exact: true }).click()
  const glow = page.getByRole('region', { name: 'Glow', exact: true })
  await expect.element(glow.getByText('Glow intensity')).toBeVisible()
  expect(snapshotOf(session)).toBe(before)
  expect(glow.element().querySelector('[inert]')).not.toBeNull()
  await page.getByRole('switch', { name: 'Glow' }).click()
  expect(text().glow.enabled).toBe(true)
  expect(glow.element().querySelector('[inert]')).toBeNull()
})

it('sets both angles of the 3D effect by one drag on the pad, as one step', async () => {
  await page.getByRole('switch', { name: '3D effect' }).click()
  const knob = document.querySelector('section[aria-label="Angle"] [aria-hidden] > span')!
  const pad = knob.parentElement as HTMLElement
  const box = pad.getBoundingClientRect()
  const at = (u: number, v: number) => ({ clientX: box.left + u * box.width, clientY: box.top + v * box.height })
  pad.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, ...at(0.5, 0.5) }))
  window.dispatchEvent(new PointerEvent('pointermove', at(0.75, 0.25)))
  window.dispatchEvent(new PointerEvent('pointerup'))
  expect(text().threeDEffect).toMatchObject({ rotateX: 45, rotateY: 45 })
  session.history.undo()
  expect(text().threeDEffect).toMatchObject({ rotateY: -24 })
})

it('adds a heading by one press: words, font, effects, size and side, as one step', async () => {
  session.ui.selection = []
  const before = snapshotOf(session).order.length
  await page.getByRole('region', { name: 'Headings' }).getByRole('button', { name: 'Thumbnail' }).click()
  await expect.poll(() => snapshotOf(session).order.length).toBe(before + 1)
  const added = snapshotOf(session).layers[session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({
    text: 'WATCH THIS',
    fontFamily: 'Archivo Black',
    placement: 'foreground',
    stroke: { enabled: true },
    dropShadow: { enabled: true },
  })
  expect(added.fontSize).toBeLessThan(150)
  session.history.undo()
  expect(snapshotOf(session).order).toHaveLength(before)
})
